/**
 * `model.json`: what a model is, which files it has, and on what terms it may be used (wire contract, section 13).
 * A file's name is a path inside the model's folder, and every file has its hash. A role may name a folder: then the
 * files in it have theirs.
 */
import { open, stat } from "node:fs/promises"
import { Effect, Either, ParseResult, Schema } from "effect"
import { Language, wholeFrom } from "../Domain.ts"
import { dictionary } from "../http/Dictionary.ts"
import { FAMILIES, KINDS, shapes } from "./ModelFamilies.ts"
import { ModelProblem, problemOf, quote } from "./ModelProblem.ts"

export const MANIFEST = "model.json"

/** Bytes of a manifest: two thousand names with their hashes have room. */
const MAX_MANIFEST = 1024 * 1024
/** Files of one model: a voice with the data of eSpeak NG has some 400. */
export const MAX_FILES = 2_000
/** Characters of a file's path. */
const MAX_NAME = 255
/** Characters of a licence, an address, a voice's name. */
const MAX_TEXT = 2_000
const MAX_VOICES = 1_000
const MAX_LANGUAGES = 2

const SLUG = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/
const SLUG_IN_WORDS = "1 to 64 characters of a-z 0-9 . _ -, beginning and ending with a letter or figure"

/** What is no name of a file or folder on some system: dots alone, an ending of a dot or blank, signs, control characters. */
const NO_PART = /^\.*$|[ .]$|[\\:*?"<>|]|\p{C}/u

/** Whether this is a path inside a folder, on any system. */
export const isInside = (name: string): boolean =>
  name.length <= MAX_NAME && name.split("/").every((part) => !NO_PART.test(part))

export const isModelId = (id: string): boolean => SLUG.test(id)

const ModelId = Schema.String.pipe(Schema.pattern(SLUG, { message: () => `must be ${SLUG_IN_WORDS}` }))
/** What a terminal would obey, and a database refuse. */
const NOT_SHOWN = /\p{C}/u
/** A text that is shown to people: in terminals, in the catalog, beside clips. */
const Text = Schema.String.pipe(
  Schema.filter(
    (text) =>
      (text !== "" && text.length <= MAX_TEXT && !NOT_SHOWN.test(text)) ||
      `must be a text of 1 to ${MAX_TEXT} characters on one line, none of them a control character`
  )
)
const FileName = Schema.String.pipe(
  Schema.filter((name) => isInside(name) || "must be the path of a file inside the model's folder")
)
const Sha256 = Schema.String.pipe(
  Schema.pattern(/^[0-9a-f]{64}$/, { message: () => "must be a SHA-256: 64 of 0-9 a-f" })
)
const listUpTo = <A, I>(item: Schema.Schema<A, I>, most: number) =>
  Schema.Array(item).pipe(Schema.filter((items) => items.length <= most || `must have at most ${most} items`))

const ModelVoice = Schema.Struct({
  id: ModelId,
  name: Text,
  gender: Schema.Literal("female", "male"),
  /** Which of the model's speakers, from 0. */
  speaker: wholeFrom(0, 100_000)
})

const Fields = Schema.Struct({
  id: ModelId,
  kind: Schema.Literal(...KINDS),
  family: Schema.Literal(...FAMILIES),
  /** Those that this server serves; none where the model knows no language. */
  languages: listUpTo(Language, MAX_LANGUAGES),
  /** By role. */
  files: dictionary(FileName),
  /** By file. */
  sha256: dictionary(Sha256),
  /** Samples a second of what the model makes or takes. */
  sample_rate: wholeFrom(8_000, 192_000),
  voices: Schema.optional(listUpTo(ModelVoice, MAX_VOICES)),
  /** An SPDX expression, or the licence's name. */
  licence: Text,
  commercial: Schema.Boolean,
  /** Where it comes from: the publisher's page. */
  source: Text
})
type Fields = typeof Fields.Type

/** Of a voice or a recogniser: without a language nobody can ask for it. */
const speaks = ({ kind }: Fields): boolean => kind === "synthesizer" || kind === "recognizer"

/** What is wrong with the fields together; undefined where they fit. */
const misfitOf = (fields: Fields): string | undefined => {
  const { family, files, kind, languages, sha256, voices = [] } = fields
  const shape = shapes[family]
  const names = Object.keys(sha256)
  if (shape.kind !== kind) return `kind: must be ${shape.kind} for the family ${family}`
  if (speaks(fields) && languages.length === 0) return "languages: must name one at least"
  const missing = shape.roles.find((role) => !Object.hasOwn(files, role))
  if (missing !== undefined) return `files: must name the file of the role ${missing}`
  if (names.length > MAX_FILES) return `sha256: must have at most ${MAX_FILES} files`
  const outside = names.find((name) => !isInside(name) || name === MANIFEST)
  if (outside !== undefined) return `sha256: ${quote(outside)} must be the path of a file inside the model's folder`
  const unhashed = Object.values(files).find(
    (file) => !Object.hasOwn(sha256, file) && !names.some((name) => name.startsWith(`${file}/`))
  )
  if (unhashed !== undefined) return `sha256: must have the hash of ${quote(unhashed)}`
  if (voices.length > 0 && kind !== "synthesizer") return "voices: only a synthesizer has them"
  return new Set(voices.map(({ id }) => id)).size < voices.length
    ? "voices: each must have an id of its own"
    : undefined
}

export const ModelManifest = Fields.pipe(Schema.filter((fields) => misfitOf(fields) ?? true))
export type ModelManifest = typeof ModelManifest.Type

const decode = Schema.decodeUnknownEither(ModelManifest)

const faultOf = (error: ParseResult.ParseError): string => {
  const [first] = ParseResult.ArrayFormatter.formatErrorSync(error)
  const path = first?.path.join(".") ?? ""
  return path === "" ? (first?.message ?? "is no manifest") : `${path}: ${first?.message}`
}

const refuse = (fault: string) => new ModelProblem({ message: `${MANIFEST}: ${quoteless(fault)}` })

/** On one line and short, whatever the file has for names. */
const quoteless = (fault: string): string => quote(fault).slice(1, -1).replaceAll('\\"', '"')

const parse = (text: string): Either.Either<unknown, ModelProblem> =>
  Either.try({ try: (): unknown => JSON.parse(text), catch: () => refuse("is no JSON") })

/** The manifest that this text is. */
export const decodeManifest = (text: string): Either.Either<ModelManifest, ModelProblem> =>
  Either.flatMap(parse(text), (value) => Either.mapLeft(decode(value), (error) => refuse(faultOf(error))))

const readText = async (path: string): Promise<string> => {
  // A pipe would be waited for, a device has no end.
  if (!(await stat(path)).isFile()) throw refuse("is no file")
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > MAX_MANIFEST) throw refuse(`must be at most ${MAX_MANIFEST} bytes`)
    const bytes = Buffer.alloc(size)
    const { bytesRead } = await file.read(bytes, 0, size, 0)
    return bytes.toString("utf8", 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The manifest in the file `path`. Fails with `ModelProblem` where it cannot be read or is none. */
export const readManifest = (path: string): Effect.Effect<ModelManifest, ModelProblem> =>
  Effect.flatMap(
    Effect.tryPromise({ try: () => readText(path), catch: problemOf(`reading ${MANIFEST}`) }),
    decodeManifest
  )
