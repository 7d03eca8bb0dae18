/** Annotations of routes. The server keeps to them, or writes them into the API's document. */
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpRouter from "@effect/platform/HttpRouter"
import { Context, Option, Schema } from "effect"

/** Headers of all answers of an endpoint or group of the API, errors too, beside those of every answer. */
export class AnswerHeaders extends Context.Tag("http/AnswerHeaders")<
  AnswerHeaders,
  Readonly<Record<string, string>>
>() {}

/** For what holds neither content nor money of a wallet: its own client alone may keep it. */
export const KEPT_BY_CLIENTS = { "cache-control": "private" }

/**
 * The headers of an endpoint with these annotations. What is behind a key is for its holder alone, and unless the
 * endpoint says otherwise kept by nobody: the key may stand in a header that shared caches do not know.
 */
export const answerHeadersOf = (
  annotations: Context.Context<never>,
  takesKey: boolean
): Readonly<Record<string, string>> => ({
  ...(takesKey ? { "cache-control": "private, no-store" } : {}),
  ...Option.getOrUndefined(Context.getOption(annotations, AnswerHeaders))
})

/** A header, in the document. */
export interface DescribedHeader {
  readonly description: string
  readonly example: string
}

/** One of the forms that an answer may have, in the document. */
export interface DescribedForm {
  /** When it comes, and what it is made of. */
  readonly description: string
  /** What is sent; of bytes, that in words. JSON has that of its schema. */
  readonly example?: string
  /** Of JSON. A form without one is text or bytes, by its media type. */
  readonly schema?: Schema.Schema.AnyNoContext
  /**
   * Of the JSON of each line, or of each event's data, where the form is a stream of
   * them. Without an identifier: nothing else of the document may refer to it, and
   * linters do not look where this does.
   */
  readonly item?: Schema.Schema.AnyNoContext
}

/** What the document says of the answers of one status beside what the endpoint's schemas say. */
export interface DescribedAnswer {
  readonly description?: string
  /** What the error says, of a status of HTTP's own that no code stands for and no form is described of. */
  readonly message?: string
  readonly headers?: Readonly<Record<string, DescribedHeader>>
  /** By media type; one that the endpoint's schemas have too is described further. */
  readonly forms?: Readonly<Record<string, DescribedForm>>
}

/** What the document says of an endpoint beyond its schemas: the platform knows one media type for each status, and no headers. */
export interface Description {
  /** Whether the request's body may be left out. */
  readonly isBodyOptional?: boolean
  /** Whether no parameter is checked by its schema, so that none is a validation error. */
  readonly isUnchecked?: boolean
  /** By status. */
  readonly answers?: Readonly<Record<number, DescribedAnswer>>
}

/** The description of an endpoint, which `server/ApiDocument` writes into the document. */
export class Described extends Context.Tag("http/Described")<Described, Description>() {}

/**
 * Groups of the API's document whose routes are not served through their schemas, but by
 * routes of their own: whoever makes those keeps to what the group says.
 */
export class ServedBeside extends Context.Tag("http/ServedBeside")<
  ServedBeside,
  ReadonlyArray<HttpApiGroup.HttpApiGroup.Any>
>() {}

const fileHeader = (description: string, example: string) =>
  Schema.optional(Schema.String.annotations({ description, examples: [example] }))

/** Request headers of endpoints that answer `inRanges`: conditions, and the part of the file (RFC 9110, sections 13 and 14). */
export const FileHeaders = Schema.Struct({
  range: fileHeader("The part of the file that is wanted, in bytes; the whole without it", "bytes=0-1023"),
  "if-range": fileHeader("`Range` holds only where the file has this `ETag`; else the whole is answered", '"f"'),
  "if-match": fileHeader("Answers 412 where the file has none of these `ETag`s", '"f"'),
  "if-none-match": fileHeader("Answers 304 where the file has one of these `ETag`s", '"f"')
})

/** Answers with a file, whole or, where `Range` asks for it, in part; by media type. */
export const inRanges = (
  forms: Readonly<Record<string, DescribedForm>>,
  downloadName: string
): NonNullable<Description["answers"]> => {
  const always = {
    "accept-ranges": { description: "That `Range` is understood", example: "bytes" },
    etag: {
      description: "Stands for the file, which never changes, in `If-None-Match`, `If-Match` and `If-Range`",
      example: '"f"'
    }
  }
  const headers = {
    ...always,
    "content-disposition": {
      description: "The name under which a browser saves it",
      example: `inline; filename="${downloadName}"`
    }
  }
  const range = { description: "Which bytes these are, and of how many", example: "bytes 0-1023/17136" }
  return {
    200: { description: "The whole file", headers, forms },
    206: {
      description: "The part of the file that `Range` asked for",
      headers: { ...headers, "content-range": range },
      forms
    },
    304: { description: "The client has the file already: `If-None-Match` named it", headers: always },
    412: {
      description: "The file is none that `If-Match` names",
      message: "this is not the file that If-Match names",
      headers: always
    },
    416: {
      description: "`Range` begins behind the end of the file",
      message: "the range begins behind the end of the file, which has 17136 bytes",
      headers: {
        ...always,
        "content-range": { description: "Of how many bytes the file is", example: "bytes */17136" }
      }
    }
  }
}

/** Bytes that a JSON body of an endpoint may hold, where that is another limit than that of all. */
export class BodyLimit extends Context.Tag("http/BodyLimit")<BodyLimit, number>() {}

const MIB = 1024 * 1024

/** The limit of JSON that brings the files of a request (25 MiB; wire contract, section 3) in base64, and what else a body holds. */
export const WITH_FILES = Math.ceil((25 * MIB * 4) / 3) + 4 * MIB

/** How a session of the server's own page is shown in requests. */
export interface CookieSession {
  /** The cookie's name. */
  readonly cookie: string
  /** The header that every change has beside it, which no other page can send. */
  readonly header: string
}

/**
 * Endpoints of the API whose answers depend on a cookie: no page of another origin
 * may ever read them, whatever is configured.
 */
export class ByCookie extends Context.Tag("http/ByCookie")<ByCookie, CookieSession>() {}

const OPEN = Symbol.for("qal/http/OpenRoute")

/**
 * A route outside the API that takes no key, so that pages of any origin may
 * read its answers. An endpoint of the API that takes none needs not say so.
 */
export const openRoute = <E, R>(path: HttpRouter.PathInput, handler: HttpRouter.Route.Handler<E, R>) =>
  Object.assign(HttpRouter.makeRoute("GET", path, handler), { [OPEN]: true })

export const isOpenRoute = (route: object): boolean => OPEN in route
