/**
 * `multipart/form-data` as a stream of parts, read no faster than they are
 * taken. The parser is multipasta's, as in the platform; what joins it to
 * streams is ours, because the platform's leaves a handler waiting for ever
 * when a body ends, or is refused, in the middle of a file.
 */
import * as Multipart from "@effect/platform/Multipart"
import { Chunk, Effect, Inspectable, Option, Stream } from "effect"
import * as Parser from "multipasta"

type Failure = Multipart.MultipartError

const parseError = (cause: unknown): Failure => new Multipart.MultipartError({ reason: "Parse", cause })

const limits = {
  MaxParts: "TooManyParts",
  MaxFieldSize: "FieldTooLarge",
  MaxPartSize: "FileTooLarge",
  MaxTotalSize: "BodyTooLarge"
} as const

const convert = (error: Parser.MultipartError): Failure =>
  error._tag === "ReachedLimit"
    ? new Multipart.MultipartError({ reason: limits[error.limit], cause: error })
    : parseError(error)

const cutShort: Failure = parseError(new Error("the body ends before its form does"))

class FormField extends Inspectable.Class implements Multipart.Field {
  readonly [Multipart.TypeId]: Multipart.TypeId = Multipart.TypeId
  readonly _tag = "Field"
  constructor(
    readonly key: string,
    readonly contentType: string,
    readonly value: string
  ) {
    super()
  }
  toJSON() {
    return { _tag: this._tag, key: this.key, contentType: this.contentType }
  }
}

class FormFile extends Inspectable.Class implements Multipart.File {
  readonly [Multipart.TypeId]: Multipart.TypeId = Multipart.TypeId
  readonly _tag = "File"
  constructor(
    readonly key: string,
    readonly name: string,
    readonly contentType: string,
    readonly content: Stream.Stream<Uint8Array, Failure>
  ) {
    super()
  }
  get contentEffect() {
    return Effect.map(Stream.runCollect(this.content), (chunks) => new Uint8Array(Buffer.concat(Chunk.toArray(chunks))))
  }
  toJSON() {
    return { _tag: this._tag, key: this.key, name: this.name, contentType: this.contentType }
  }
}

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i

/** Bytes after a boundary that the parser must see together with it: `--` or the end of its line. */
const LOOKAHEAD = 2

/**
 * Cuts the body anew, so that no piece ends inside a boundary or less than two
 * bytes after one: there the parser (multipasta 0.2.8) takes the end of the
 * form for a part. Gives what may be written; an ambiguous tail is kept for the
 * next piece, and `rest` gives it when there is none.
 */
const recut = (contentType: string) => {
  const match = BOUNDARY.exec(contentType)
  const delimiter = Buffer.from(`\r\n--${match?.[1] ?? match?.[2] ?? ""}`)
  // The first boundary has no line before it.
  let kept = Buffer.from("\r\n")
  let unsent = kept.byteLength

  const isAmbiguous = (tail: Buffer) => {
    const length = Math.min(tail.byteLength, delimiter.byteLength)
    return tail.compare(delimiter, 0, length, 0, length) === 0
  }
  const take = (bytes: Buffer): Uint8Array => {
    const sent = bytes.subarray(Math.min(unsent, bytes.byteLength))
    unsent -= bytes.byteLength - sent.byteLength
    return sent
  }
  return {
    next: (piece: Uint8Array): Uint8Array => {
      const bytes = Buffer.concat([kept, piece])
      let start = Math.max(0, bytes.byteLength - delimiter.byteLength - LOOKAHEAD + 1)
      while (start < bytes.byteLength && !isAmbiguous(bytes.subarray(start))) start++
      kept = bytes.subarray(start)
      return take(bytes.subarray(0, start))
    },
    rest: (): Uint8Array => take(kept)
  }
}

/** What the parser has found in the bytes so far, and nobody has taken yet. */
interface ParsedForm {
  readonly parts: Array<Multipart.Part>
  error: Failure | undefined
  /** The closing boundary has been seen. */
  done: boolean
  /** The body is over. */
  over: boolean
}

/** A stream of what `take` finds. `pump` reads on while it finds nothing. The stream ends or fails with the form. */
const drain = <A>(
  form: ParsedForm,
  pump: Effect.Effect<void>,
  take: () => ReadonlyArray<A>,
  ended: () => boolean
): Stream.Stream<A, Failure> => {
  const next: Effect.Effect<Chunk.Chunk<A>, Option.Option<Failure>> = Effect.suspend(() => {
    const taken = take()
    if (taken.length > 0) return Effect.succeed(Chunk.unsafeFromArray(taken))
    if (ended()) return Effect.fail(Option.none())
    if (form.error !== undefined) return Effect.fail(Option.some(form.error))
    if (form.over) return Effect.fail(Option.some(cutShort))
    return Effect.zipRight(pump, next)
  })
  return Stream.repeatEffectChunkOption(next)
}

const PARAMETER = /;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))\s*/y

interface Named {
  readonly name: string
  readonly filename?: string | undefined
  readonly contentType: string
}

/**
 * What a part calls itself. The parser (multipasta 0.2.8) reads no parameters
 * at all where one has a letter above U+00FF, as a file's name in Ethiopic
 * has; those are read here.
 */
const named = (info: Parser.PartInfo): Named => {
  const { "content-disposition": disposition, "content-type": type } = info.headers
  if (info.contentDisposition !== "" || typeof disposition !== "string") return info
  const parameters = new Map<string, string>()
  PARAMETER.lastIndex = Math.max(0, disposition.indexOf(";"))
  for (let parameter = PARAMETER.exec(disposition); parameter !== null; parameter = PARAMETER.exec(disposition)) {
    parameters.set((parameter[1] ?? "").toLowerCase(), parameter[2] ?? parameter[3] ?? "")
  }
  const filename = parameters.get("filename")
  const untyped = filename === undefined ? info.contentType : "application/octet-stream"
  return { name: parameters.get("name") ?? "", filename, contentType: type === undefined ? untyped : info.contentType }
}

/**
 * The parser's callbacks, writing into `found`. `pump` reads one more piece of
 * the body. What stands behind the closing boundary is no part of the form, but
 * the parser does not know that.
 */
const handlers = (form: ParsedForm, pump: Effect.Effect<void>, taken: (bytes: number) => void) => ({
  onField: (info: Parser.PartInfo, value: Uint8Array) => {
    if (form.done) return
    const { name, contentType } = named(info)
    form.parts.push(new FormField(name, contentType, Parser.decodeField(info, value)))
  },
  onFile: (info: Parser.PartInfo) => {
    if (form.done) return () => {}
    const { name, filename, contentType } = named(info)
    let chunks: Array<Uint8Array> = []
    let ended = false
    const take = () => {
      const all = chunks
      chunks = []
      for (const { byteLength } of all) taken(byteLength)
      return all
    }
    const content = drain(form, pump, take, () => ended)
    form.parts.push(new FormFile(name, filename ?? name, contentType, content))
    return (chunk: Uint8Array | null) => {
      if (chunk === null) ended = true
      else chunks.push(chunk)
    }
  },
  onError: (error: Parser.MultipartError) => {
    if (!form.done) form.error ??= convert(error)
  },
  onDone: () => {
    form.done = true
  }
})

/**
 * The parts of the form `body`, whose boundary is in `headers`. Take a file's
 * content before the next part: what is passed over is held in memory, up to
 * the body's limit. Ends when the body does, and not at the closing boundary:
 * only behind its last byte is it known whether the answer can still be sent
 * (`IncomingBodies`). Fails as the body fails, and with `Parse` where it is no form or
 * ends before its time; limits are those of `Multipart.withLimits`. `taken` is
 * called with how many bytes of files are no longer held here.
 */
export const parts = (
  headers: Record<string, string>,
  body: Stream.Stream<Uint8Array, Failure>,
  taken: (bytes: number) => void = () => {}
): Stream.Stream<Multipart.Part, Failure> =>
  Effect.gen(function* () {
    const config = yield* Multipart.makeConfig(headers)
    const pull = yield* Stream.toPull(body)
    const oneReader = yield* Effect.makeSemaphore(1)
    const form: ParsedForm = { parts: [], error: undefined, done: false, over: false }

    const pieces = recut(headers["content-type"] ?? "")
    const end = (failure: Option.Option<Failure>): void => {
      form.over = true
      if (Option.isSome(failure)) form.error ??= failure.value
      else if (!form.done) {
        parser.write(pieces.rest())
        parser.end()
      }
    }
    const feed = (chunks: Chunk.Chunk<Uint8Array>): void => {
      try {
        Chunk.forEach(chunks, (piece) => {
          if (!form.done) parser.write(pieces.next(piece))
        })
      } catch (cause) {
        // A file name that is no URI component, among others.
        end(Option.some(parseError(cause)))
      }
    }
    const pump: Effect.Effect<void> = Effect.suspend(() =>
      form.over ? Effect.void : Effect.match(pull, { onSuccess: feed, onFailure: end })
    ).pipe(oneReader.withPermits(1))
    const isFile = (info: Parser.PartInfo) => (config.isFile ?? Parser.defaultIsFile)({ ...info, ...named(info) })
    const parser = Parser.make({ ...config, ...handlers(form, pump, taken), isFile })
    return drain(
      form,
      pump,
      () => form.parts.splice(0),
      () => form.done && form.over && form.error === undefined
    )
  }).pipe(Stream.unwrapScoped)
