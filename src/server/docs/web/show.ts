/** Shows what was answered: text as it comes, JSON in lines, sound to be heard, other files to be kept. */

const element = <Name extends keyof HTMLElementTagNameMap>(name: Name, text = ""): HTMLElementTagNameMap[Name] => {
  const node = document.createElement(name)
  node.textContent = text
  return node
}

/** Characters that are shown of an answer, and of one text in its JSON. */
const MOST_SHOWN = 100_000
const MOST_OF_A_TEXT = 2_000

const block = (text: string): HTMLPreElement => {
  const shown = element("pre")
  shown.tabIndex = 0
  shown.append(element("code", text.slice(0, MOST_SHOWN)))
  return shown
}

const player = (address: string): HTMLAudioElement => {
  const audio = element("audio")
  audio.controls = true
  audio.src = address
  return audio
}

/** Sounds that are in JSON as they are. */
const soundsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return value.startsWith("data:audio/") ? [value] : []
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(soundsIn) : []
}

const shortened = (_: string, value: unknown): unknown =>
  typeof value === "string" && value.length > MOST_OF_A_TEXT
    ? `${value.slice(0, 60)}… (${value.length} characters)`
    : value

const download = (bytes: Blob, name: string): HTMLAnchorElement => {
  const link = element("a", `${bytes.size} bytes: ${name}`)
  link.href = URL.createObjectURL(bytes)
  link.download = name
  return link
}

/** The sound and the last message of `mp3-frames-v1`: frames of a 4-byte length, big-endian, and that many bytes. */
const showFrames = (target: HTMLElement, whole: ArrayBuffer): void => {
  const view = new DataView(whole)
  const pieces: Array<ArrayBuffer> = []
  let at = 0
  for (let length = view.getUint32(at); length > 0; length = view.getUint32(at)) {
    pieces.push(whole.slice(at + 4, at + 4 + length))
    at += 4 + length
  }
  const last: unknown = JSON.parse(new TextDecoder().decode(whole.slice(at + 4)))
  target.append(
    player(URL.createObjectURL(new Blob(pieces, { type: "audio/mpeg" }))),
    block(JSON.stringify(last, shortened, 2))
  )
}

const showJson = (target: HTMLElement, text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    target.append(...soundsIn(value).map(player), block(JSON.stringify(value, shortened, 2)))
    return value
  } catch {
    target.append(block(text))
    return undefined
  }
}

const showPieces = async (target: HTMLElement, response: Response): Promise<void> => {
  const shown = block("")
  target.append(shown)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    const room = MOST_SHOWN - (shown.textContent?.length ?? 0)
    if (room > 0) shown.firstChild?.appendChild(document.createTextNode(piece.value.slice(0, room)))
  }
}

/** Appends the answer to `target`; its value where it is JSON. Rejects where the answer is broken off. */
export const show = async (target: HTMLElement, response: Response, file: string): Promise<unknown> => {
  const type = response.headers.get("content-type") ?? ""
  if (response.headers.get("x-addis-audio-protocol") !== null && type.includes("octet-stream")) {
    showFrames(target, await response.arrayBuffer())
    return undefined
  }
  if (/event-stream|ndjson/.test(type)) {
    await showPieces(target, response)
    return undefined
  }
  if (type.includes("json")) return showJson(target, await response.text())
  if (type.startsWith("text/") || type.includes("subrip")) {
    target.append(block(await response.text()))
    return undefined
  }
  const bytes = await response.blob()
  if (bytes.size === 0) return undefined
  if (type.startsWith("audio/")) target.append(player(URL.createObjectURL(bytes)))
  target.append(download(bytes, file))
  return undefined
}

/** A line about the answer, and its headers. */
export const showHead = (target: HTMLElement, { headers, ok, status, statusText }: Response, millis: number): void => {
  const line = element("p")
  line.append(element("strong", `${status} ${statusText}`), ` after ${Math.round(millis)} ms`)
  if (!ok) line.className = "failed"
  const all = element("details")
  all.append(
    element("summary", "Headers"),
    block(Array.from(headers, ([name, value]) => `${name}: ${value}`).join("\n"))
  )
  target.append(line, all)
}

/** Why there is no answer, with a way to the operation that helps, and to have it sent first. */
export const showRefusal = (
  target: HTMLElement,
  message: string,
  help?: HTMLAnchorElement,
  sendFirst?: () => void
): void => {
  const line = element("p", `${message} `)
  line.className = "failed"
  if (help !== undefined) line.append(help)
  if (sendFirst !== undefined) {
    const button = element("button", "Send it, then this")
    button.type = "button"
    button.addEventListener("click", sendFirst)
    line.append(" ", button)
  }
  target.append(line)
}
