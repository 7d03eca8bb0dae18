/**
 * JSON whose messages may hold pictures and files in base64, of an endpoint with a
 * `BodyLimit` of its own. All else in it is held to the limit of other bodies:
 * texts cost much more than they are long.
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Effect, Predicate } from "effect"
import type { PayloadTooLarge } from "../Errors.ts"
import { JSON_LIMIT, tooLargeBeside } from "./Body.ts"

const { isReadonlyRecord } = Predicate

/** The parts of the messages that may be pictures or files: in the list `content` of an item of the list `field`. */
const partsOf = (data: unknown, field: string): ReadonlyArray<unknown> => {
  const messages = isReadonlyRecord(data) ? data[field] : undefined
  const contents = Array.isArray(messages)
    ? messages.map((message) => (isReadonlyRecord(message) ? message.content : undefined))
    : []
  return contents.flatMap((content) => (Array.isArray(content) ? content : []))
}

/** The fields of a part that have the data of its picture or file. */
const DATA: ReadonlySet<string> = new Set(["image_url", "file", "file_data", "input_audio"])

/** Whether the names of fields and the texts in `data` together have more than `most` UTF-16 code units, files apart. */
const exceeds = (data: unknown, field: string, most: number): boolean => {
  const parts = new Set(partsOf(data, field))
  const left: Array<unknown> = [data]
  let size = 0
  for (let next = left.pop(); left.length > 0 || next !== undefined; next = left.pop()) {
    if (typeof next === "string") size += next.length
    else if (Array.isArray(next)) for (const inner of next) left.push(inner)
    else if (isReadonlyRecord(next)) {
      const isPart = parts.has(next)
      for (const [key, inner] of Object.entries(next)) {
        size += key.length
        if (!(isPart && DATA.has(key))) left.push(inner)
      }
    }
    if (size > most) return true
  }
  return false
}

/**
 * The JSON of a request, whose files stand in the `content` of the items of
 * `field`. Fails with `PayloadTooLarge` where there is too much beside them; what
 * is no JSON, the server answers.
 */
export const read = (
  request: HttpServerRequest.HttpServerRequest,
  field: string
): Effect.Effect<unknown, PayloadTooLarge> => {
  const json = Effect.orDie(request.json)
  // Nearly every body, which is within the limit as it is; the HTTP layer holds it to the length that it declares.
  const isDeclared = request.headers["transfer-encoding"] === undefined
  if (isDeclared && Number(request.headers["content-length"]) <= JSON_LIMIT) return json
  return Effect.filterOrFail(json, (data) => !exceeds(data, field, JSON_LIMIT), tooLargeBeside)
}
