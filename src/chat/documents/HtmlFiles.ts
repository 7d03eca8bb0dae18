/** Files of HTML, alone or in MIME (RFC 2557), in the encodings that they name. */
import { isUtf8 } from "node:buffer"
import type { Excerpt } from "./Excerpt.ts"
import * as Html from "./Html.ts"
import { opensWith } from "./MarkupRoot.ts"
import { Outline } from "./Outline.ts"
import * as PlainText from "./PlainText.ts"

/** How a file begins, in lower case. */
export const headOf = (bytes: Buffer): string => bytes.toString("latin1", 0, 1_024).trimStart().toLowerCase()

const charsetOf = (head: string): string | undefined => /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1]

const decoded = (bytes: Buffer, charset: string | undefined): string => {
  const marked = PlainText.markedEncodingOf(bytes)
  try {
    return new TextDecoder(marked ?? charset ?? "windows-1252").decode(bytes)
  } catch {
    return new TextDecoder(isUtf8(bytes) ? "utf-8" : "windows-1252").decode(bytes)
  }
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, "")
      .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1"
  )

const transferred = (body: string, head: string): Buffer => {
  const [, encoding = ""] = /^content-transfer-encoding:\s*([\w-]+)/im.exec(head) ?? []
  if (encoding.toLowerCase() === "base64") return Buffer.from(body, "base64")
  return encoding.toLowerCase() === "quoted-printable" ? quotedPrintable(body) : Buffer.from(body, "latin1")
}

/** The web pages of a file in MIME, in their order: a workbook has one for each sheet, behind the one of its frames. */
const pagesInMime = (bytes: Buffer): ReadonlyArray<string> => {
  const text = bytes.toString("latin1")
  const [, boundary] = /boundary\s*=\s*"?([^"\r\n;]{1,100})/i.exec(text.slice(0, 4_096)) ?? []
  const parts = boundary === undefined ? [text] : text.split(`--${boundary}`)
  const pages: Array<string> = []
  for (const part of parts) {
    const end = /\r?\n\r?\n/.exec(part.trimStart())
    if (end === null) continue
    const head = part.trimStart().slice(0, end.index)
    if (!/^content-type:\s*text\/html/im.test(head)) continue
    const body = transferred(part.trimStart().slice(end.index + end[0].length), head)
    pages.push(decoded(body, charsetOf(head) ?? charsetOf(headOf(body))))
  }
  return pages
}

const isMime = (head: string): boolean =>
  /^(mime-version|content-type|content-location|snapshot-content-location|date|from|subject|message-id|x-[\w-]+):/.test(
    head
  )
const isHtml = (head: string): boolean => /<(!doctype html|html|body|head|p|div|table|h[1-6]|ul|ol|span)\b/.test(head)

const writePages = (pages: ReadonlyArray<string>, excerpt: Excerpt): void => {
  if (!Html.write(pages, new Outline(excerpt), excerpt.isEnough))
    excerpt.leaveOut("The web page nests too deeply: what comes behind that is not included.")
  if (pages.some((page) => /<img\b|<v:imagedata\b/i.test(page)))
    excerpt.leaveOut("Pictures of the web page are not included.")
  if (pages.length === 1 && pages.some((page) => /<i?frame\b/i.test(page)))
    excerpt.leaveOut("Frames of the web page are not included.")
}

/** Writes the text of a file of HTML; false, and nothing, where it is none. */
export const write = (bytes: Buffer, excerpt: Excerpt): boolean => {
  const head = headOf(bytes)
  const isPage = isHtml(decoded(bytes.subarray(0, 1_024), undefined).toLowerCase())
  const pages = isMime(head) ? pagesInMime(bytes) : isPage ? [decoded(bytes, charsetOf(head))] : []
  writePages(pages, excerpt)
  return pages.length > 0
}

/** Bytes in which it is looked for who has made a web page. */
const LONGEST_HEAD = 4_096
const OFFICE_ROOT = /^<html\b[^>]*urn:schemas-microsoft-com:office:/i

/**
 * Whether this is a page that an office program has saved, or one that pretends to be a document of such: not the source
 * that somebody asks about, and no mail, whose head says who has sent it.
 */
export const isOfOffice = (bytes: Buffer): boolean => {
  if (!isMime(headOf(bytes))) return opensWith(OFFICE_ROOT, bytes, LONGEST_HEAD)
  const [head = ""] = bytes
    .toString("latin1", 0, LONGEST_HEAD)
    .trimStart()
    .split(/\r?\n\r?\n/, 1)
  return /^content-type:\s*multipart\/related/im.test(head) && !/^(to|received|delivered-to|return-path):/im.test(head)
}
