/** The page's own script: operations are sent, code follows what is filled in, and links open what they lead to. */
import { LANGUAGES, sample } from "../CodeSamples.ts"
import type { TryItOperation } from "../TryIt.ts"
import { forget, type RequestForm, requestOf, setContent, setStreamed } from "./form.ts"
import { makeKnown } from "./known.ts"
import { draw, type SendContext, send, type UnsentRequest } from "./send.ts"
import { show, showHead, showRefusal } from "./show.ts"

const attempts: ReadonlyMap<string, RequestForm> = new Map(
  Array.from(document.querySelectorAll<HTMLFormElement>("form[data-try]"), (form) => {
    const operation: TryItOperation = JSON.parse(form.dataset.try ?? "")
    return [operation.name, { form, operation }] as const
  })
)

const desk: SendContext = {
  known: makeKnown(),
  key: () => document.querySelector<HTMLInputElement>("#key")?.value.trim() ?? "",
  attemptOf: (name) => attempts.get(name),
  written: new Map()
}

const writeCode = (requestForm: RequestForm): void => {
  const request = requestOf(requestForm)
  for (const language of LANGUAGES) {
    const place = requestForm.form.parentElement?.querySelector(`[data-language="${language}"] code`)
    if (place) place.textContent = sample(language, request)
  }
}

/** A way to the operation of that name. */
const linkTo = (name: string): HTMLAnchorElement => {
  const article = attempts.get(name)?.form.closest("article")
  const link = document.createElement("a")
  link.href = `#${article?.id}`
  link.textContent = article?.querySelector("h3")?.textContent ?? name
  return link
}

/** What was deleted is in no form any more. */
const forgetDeleted = ({ form, operation }: RequestForm): void => {
  if (operation.request.method !== "DELETE") return
  const data = new FormData(form)
  const ids = Object.keys(operation.origins).map((name) => String(data.get(name) ?? "").trim())
  for (const id of ids.filter((each) => each !== "")) {
    desk.known.forget(id)
    for (const each of attempts.values()) if (forget(each, id)) writeCode(each)
  }
}

/** Why nothing was sent; where another operation only has to be sent before, both can be. */
const refuse = (
  target: HTMLElement,
  requestForm: RequestForm,
  { canFollow, message, operation }: UnsentRequest
): void => {
  const first = operation === undefined ? undefined : attempts.get(operation)
  const sendBoth = async () => {
    if (first !== undefined && (await sendOnce(first))) await sendOnce(requestForm)
  }
  showRefusal(
    target,
    message,
    operation === undefined ? undefined : linkTo(operation),
    canFollow === true ? sendBoth : undefined
  )
}

/** Whether it was answered well. Answers are of the operation, whatever of it is asked for next. */
const trySending = async (requestForm: RequestForm): Promise<boolean> => {
  const { form, operation } = requestForm
  const target = form.querySelector<HTMLElement>(".answer")
  if (target === null) return false
  target.replaceChildren()
  const begun = performance.now()
  try {
    const answer = await send(requestForm, desk)
    writeCode(requestForm)
    if ("message" in answer) {
      refuse(target, requestForm, answer)
      return false
    }
    showHead(target, answer, performance.now() - begun)
    const value = await show(target, answer, operation.request.file)
    if (answer.ok && value !== undefined) desk.known.learn(operation.name, value)
    if (answer.ok) forgetDeleted(requestForm)
    return answer.ok
  } catch (cause) {
    showRefusal(target, `The answer did not come, or broke off: ${cause instanceof Error ? cause.message : cause}`)
    return false
  }
}

/** One after the other: not while it is being sent already. */
const sendOnce = async (requestForm: RequestForm): Promise<boolean> => {
  const button = requestForm.form.querySelector<HTMLButtonElement>('button[type="submit"]')
  if (button === null || button.disabled) return false
  button.disabled = true
  const isGood = await trySending(requestForm)
  button.disabled = false
  return isGood
}

/** Has an open form begin with what there is now; what prevents that is told when it is sent. */
const drawOpen = async (requestForm: RequestForm): Promise<void> => {
  if (requestForm.form.closest("details")?.open !== true || desk.key() === "") return
  await draw(requestForm, desk).catch(() => undefined)
  writeCode(requestForm)
}

const wire = (requestForm: RequestForm): void => {
  const { form } = requestForm
  form.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.name === "content") setContent(form, target.value)
    if (target instanceof HTMLInputElement && target.name === "streamed") setStreamed(requestForm)
    writeCode(requestForm)
  })
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    sendOnce(requestForm)
  })
  if (requestForm.operation.replaced === undefined) return
  form.closest("details")?.addEventListener("toggle", () => drawOpen(requestForm))
  document.querySelector("#key")?.addEventListener("change", () => drawOpen(requestForm))
}

/** Opens what the address names, and what it is in. */
const openNamed = (): void => {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const inside = named?.querySelector("details")
  if (inside && named?.matches("article")) inside.open = true
  named?.scrollIntoView()
}

const copy = async (button: Element): Promise<void> => {
  const text = button.closest("figure")?.querySelector("code")?.textContent ?? ""
  const outcome = await navigator.clipboard.writeText(text).then(
    () => "Copied",
    () => "Select it and copy"
  )
  button.textContent = outcome
}

const find = (words: string): void => {
  const wanted = words.trim().toLowerCase()
  for (const entry of document.querySelectorAll<HTMLElement>("nav li li")) {
    entry.hidden = !(entry.textContent ?? "").toLowerCase().includes(wanted)
  }
}

for (const attempt of attempts.values()) wire(attempt)
addEventListener("hashchange", openNamed)
openNamed()
document.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.matches(".copy")) copy(target)
})
document.querySelector("#find")?.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement) find(target.value)
})
const contents = document.querySelector<HTMLDetailsElement>("nav details")
if (contents !== null) contents.open = matchMedia("(min-width: 64rem)").matches
