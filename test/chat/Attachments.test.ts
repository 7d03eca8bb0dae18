import { afterAll, expect, test } from "bun:test"
import * as Fs from "node:fs/promises"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import {
  Duration,
  Effect,
  Either,
  FastCheck,
  Layer,
  Logger,
  ManagedRuntime,
  Option,
  Scope,
  TestClock,
  TestContext
} from "effect"
import { Attachments, type Content, select } from "../../src/chat/Attachments.ts"
import type { UploadedFile } from "../../src/chat/ChatForm.ts"
import { ReadingPool } from "../../src/chat/documents/ReadingPool.ts"
import { Uploads } from "../../src/chat/Uploads.ts"
import { BlobId, newId, WalletId } from "../../src/Domain.ts"
import * as BlobSweep from "../../src/storage/BlobSweep.ts"
import { Blobs, type Sweepable, SweptBlobs } from "../../src/storage/Blobs.ts"
import * as FolderBlobs from "../../src/storage/FolderBlobs.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { Writer } from "../../src/storage/Writer.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { temporary } from "../support/Folder.ts"
import { longTest } from "../support/Long.ts"
import { forAll } from "../support/Property.ts"
import { write } from "../support/Write.ts"
import * as Files from "./Files.ts"
import { failure } from "./Reader.ts"

const WALLET = WalletId.make("wal_one")
const OTHER = WalletId.make("wal_two")

const wallets = Layer.effectDiscard(
  write("INSERT INTO wallets (id, name, created_at) VALUES (?, 'a', 1), (?, 'b', 1)", WALLET, OTHER)
)

const quiet = Logger.remove(Logger.defaultLogger)
/** The workers, once for all tests: they know nothing of wallets. */
const readers = ManagedRuntime.make(Layer.provide(ReadingPool.Default({ workers: 1 }), quiet))
afterAll(() => readers.dispose())

interface Room {
  readonly attachments: Attachments
  readonly uploads: Uploads
  readonly swept: Sweepable
  readonly sql: SqlClient.SqlClient
  readonly writer: Writer
  /** A file as a form leaves it. */
  readonly sent: (field: string, bytes: Uint8Array) => Effect.Effect<UploadedFile>
  readonly blobFolder: string
}

/** Runs a test over a new database and file store. */
const inRoom = async <A>(body: EffectBody<never, [Room], A>, context: Layer.Layer<never> = Layer.empty): Promise<A> => {
  const pool = await readers.runPromise(ReadingPool)
  return await Effect.runPromise(
    Effect.gen(function* () {
      const folder = yield* temporary
      const blobFolder = join(folder, "blobs")
      const layer = Layer.provideMerge(Attachments.Default, Uploads.Default({ retention: Duration.days(30) })).pipe(
        Layer.provide(Layer.succeed(ReadingPool, pool)),
        Layer.provideMerge(wallets),
        Layer.provideMerge(Layer.mergeAll(FolderBlobs.layer(blobFolder), Sql.layer(join(folder, "qal.sqlite"))))
      )
      return yield* Effect.gen(function* () {
        const blobs = yield* Blobs
        const scope = yield* Effect.scope
        const sent = (field: string, bytes: Uint8Array) =>
          Effect.gen(function* () {
            const writer = yield* blobs.create(BlobId.make(newId("blb", 0)))
            yield* writer.append(bytes)
            return { field, name: "client's name", size: bytes.length, sha256: "", writer }
          }).pipe(Effect.provideService(Scope.Scope, scope))
        const room = {
          attachments: yield* Attachments,
          uploads: yield* Uploads,
          swept: yield* SweptBlobs,
          sql: yield* SqlClient.SqlClient,
          writer: yield* Writer,
          sent,
          blobFolder
        }
        return yield* Effect.provide(
          Effect.gen(() => body(room)),
          context
        )
      }).pipe(Effect.provide(layer))
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
}

const DOCX = Files.docx(Files.wordParagraph("ሰላም ዓለም"))
const SCAN = Files.pdf(["1 0 0 rg 100 100 400 400 re f"])

const detailsOf = <A>(
  outcome: Either.Either<
    A,
    { readonly details?: ReadonlyArray<{ readonly field?: string | undefined; readonly code: string }> | undefined }
  >
) =>
  Either.match(outcome, {
    onRight: () => [],
    onLeft: ({ details = [] }) => details.map(({ code, field }) => [field, code])
  })

test("attachments come in the order of their list, whatever the order of the form, and speech apart", () =>
  inRoom(function* ({ sent }) {
    const files = yield* Effect.forEach(["b", "chat_audio_input", "a", "b"], (field) => sent(field, Files.wav(1)))
    const { attachments, audio } = yield* select(files, ["a", "b", "a"], 0)
    expect(attachments).toEqual([files[2], files[0], files[3]].flatMap((file) => file ?? []))
    expect(audio).toEqual(Option.fromNullable(files[1]))
  }))

test("attachments that are listed and missing, or sent and not listed, are named in the refusal", () =>
  inRoom(function* ({ sent }) {
    const files = yield* Effect.forEach(["a", "stray"], (field) => sent(field, Files.wav(1)))
    const outcome = yield* Effect.either(select(files, ["a", "lost"], 0))
    expect(Either.flip(outcome).pipe(Either.map(({ _tag }) => _tag))).toEqual(Either.right("VALIDATION_ERROR" as const))
    expect(detailsOf(outcome)).toEqual([
      ["attachment_field_names[1]", "missing"],
      ["stray", "unlisted"]
    ])
    const eleven = yield* Effect.forEach(Array.from({ length: 11 }), () => sent("a", Files.wav(1)))
    expect(detailsOf(yield* Effect.either(select(eleven, ["a"], 0)))).toEqual([["attachment_field_names", "too_many"]])
    expect(detailsOf(yield* Effect.either(select(eleven.slice(1), ["a"], 0)))).toEqual([])
    const speech = yield* Effect.forEach([1, 2], () => sent("chat_audio_input", Files.wav(1)))
    expect(detailsOf(yield* Effect.either(select(speech, [], 0)))).toEqual([["chat_audio_input", "too_many"]])
  }))

test("the attachments of a list of fields are exactly the files of those fields, for any lists", () => {
  const field = FastCheck.constantFrom("a", "b", "c", "d")
  return inRoom(function* ({ sent }) {
    const file = yield* sent("a", Files.wav(1))
    forAll({}, FastCheck.array(field, { maxLength: 10 }), FastCheck.array(field), (fields, names) => {
      const files = fields.map((name) => ({ ...file, field: name }))
      const outcome = Effect.runSync(Effect.either(select(files, names, 0)))
      const fits = fields.every((name) => names.includes(name)) && names.every((name) => fields.includes(name))
      expect(Either.isRight(outcome)).toBe(fits)
      if (Either.isRight(outcome)) expect(outcome.right.attachments.toSorted()).toHaveLength(files.length)
    })
  })
})

const bytesOf = (content: Content): number =>
  content._tag === "Document"
    ? content.pictures.reduce((sum, { bytes }) => sum + bytes.length, Buffer.byteLength(content.text))
    : content.bytes.length

/** Reads and keeps files, as a request does. */
const upload = (attachments: Attachments, files: ReadonlyArray<UploadedFile>) =>
  Effect.gen(function* () {
    const read = yield* Effect.forEach(files, attachments.read)
    return { uploaded: yield* attachments.store(WALLET, read), contents: read.map(({ content }) => content) }
  })

longTest("an uploaded file is what a later turn finds, for every kind of file", () =>
  inRoom(function* ({ attachments, sent }) {
    const jpeg = yield* Effect.promise(() => new Bun.Image(Files.bmp(4, 4, () => [1, 2, 3])).jpeg().bytes())
    const sources = [DOCX, SCAN, Files.gif(), jpeg, Files.wav(100), Buffer.from("እንኳን ደህና መጡ")]
    const files = yield* Effect.forEach(sources, (bytes, index) => sent(`f${index}`, bytes))
    const { contents, uploaded } = yield* upload(attachments, files)
    expect(uploaded.map(({ mimeType }) => mimeType)).toEqual([
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/pdf",
      "image/gif",
      "image/jpeg",
      "audio/wav",
      "text/plain"
    ])
    for (const { fileUri } of uploaded) expect(fileUri).toMatch(/^qal:\/\/files\/file_[a-z0-9]+$/)
    const found = yield* Effect.forEach(uploaded, ({ fileUri }) => Effect.flatten(attachments.find(WALLET, fileUri)))
    expect(yield* Effect.forEach(found, ({ load }) => load)).toEqual(contents)
    // What is counted before it is loaded.
    expect(found.map(({ size }) => size)).toEqual(contents.map(bytesOf))
    expect(
      contents.map((content) =>
        content._tag === "Document" ? [content.text, content.pictures.length] : content.mimeType
      )
    ).toEqual([
      ["ሰላም ዓለም", 0],
      [expect.stringContaining("# Page 1"), 1],
      "image/png",
      "image/jpeg",
      "audio/wav",
      ["እንኳን ደህና መጡ", 0]
    ])
  })
)

test("an upload's address is found by its own wallet alone, and a made-up address by none", () =>
  inRoom(function* ({ attachments, sent }) {
    const { uploaded } = yield* upload(attachments, [yield* sent("a", DOCX)])
    const uri = uploaded[0]?.fileUri ?? ""
    expect(Option.isSome(yield* attachments.find(WALLET, uri))).toBe(true)
    const strangers = [
      uri.toUpperCase(),
      `${uri}0`,
      uri.slice(0, -1),
      "",
      "https://example.com/a",
      "qal://files/../qal.sqlite",
      "file:///etc/passwd"
    ]
    expect(yield* attachments.find(OTHER, uri)).toEqual(Option.none())
    for (const stranger of strangers) expect(yield* attachments.find(WALLET, stranger)).toEqual(Option.none())
  }))

test("an upload is found for thirty days, then forgotten, and its files are removed", () =>
  inRoom(function* ({ attachments, blobFolder, sent, sql, swept, uploads, writer }) {
    yield* TestClock.setTime(Date.now())
    const { uploaded } = yield* upload(attachments, [yield* sent("a", SCAN)])
    const uri = uploaded[0]?.fileUri ?? ""
    const files = Effect.promise(
      async () => (await Fs.readdir(blobFolder, { recursive: true })).filter((name) => name.includes("blb_")).length
    )
    const sweep = BlobSweep.sweepOnce(Duration.zero).pipe(
      Effect.provideService(SweptBlobs, swept),
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.provideService(Writer, writer)
    )
    yield* TestClock.adjust("29 days")
    expect(yield* uploads.forgetExpired()).toBe(0)
    yield* sweep
    expect(yield* files).toBe(2)
    expect(Option.isSome(yield* attachments.find(WALLET, uri))).toBe(true)
    yield* TestClock.adjust("1 day")
    expect(yield* attachments.find(WALLET, uri)).toEqual(Option.none())
    expect(yield* uploads.forgetExpired()).toBe(1)
    yield* sweep
    expect(yield* files).toBe(0)
  }, TestContext.TestContext))

test("an attachment of another kind is refused with a list of what is accepted", () =>
  inRoom(function* ({ attachments, sent }) {
    const zip = yield* sent("the_zip", Files.zip([{ name: "a", bytes: "b" }]))
    expect(failure(yield* Effect.either(upload(attachments, [zip])))).toEqual({
      code: "UNSUPPORTED_MEDIA_TYPE",
      param: "the_zip",
      message:
        "the_zip: the type of this file (ZIP) is not accepted; send JPEG, PNG, WebP, GIF, BMP, HEIC, PDF, TXT (UTF-8 or UTF-16), RTF, DOCX, PPTX, XLSX, WAV, MP3, M4A, AAC (ADTS), FLAC, OGG, WebM, Matroska, QuickTime, AIFF, CAF"
    })
    const empty = yield* sent("nothing", new Uint8Array(0))
    expect(failure(yield* Effect.either(upload(attachments, [empty]))).code).toBe("UNREADABLE_ATTACHMENT")
    const text = yield* sent("chat_audio_input", Buffer.from("hello"))
    expect(failure(yield* Effect.either(attachments.readAudio(text))).message).toEndWith(
      "send WAV, MP3, M4A, AAC (ADTS), FLAC, OGG, WebM, Matroska, QuickTime, AIFF, CAF"
    )
    const speech = Files.wav(10)
    expect(Buffer.from(yield* attachments.readAudio(yield* sent("chat_audio_input", speech)))).toEqual(
      Buffer.from(speech)
    )
  }))

test("when one of several attachments is refused, none is kept", () =>
  inRoom(function* ({ attachments, sent, sql }) {
    const files = [yield* sent("good", DOCX), yield* sent("bad", Files.encryptedPdf())]
    expect(failure(yield* Effect.either(upload(attachments, files)))).toMatchObject({ param: "bad" })
    expect(yield* sql`SELECT id FROM uploads`).toEqual([])
  }))

test("an upload that fails because of the disk or the database asks the client to try again", () =>
  inRoom(function* ({ attachments, blobFolder, sent, sql, writer }) {
    const again = { _tag: "attachment_upload_failed", retryAfter: expect.any(Number) }
    const first = yield* attachments.read(yield* sent("a", DOCX))
    yield* Effect.provideService(write("ALTER TABLE uploads RENAME TO elsewhere"), Writer, writer)
    expect(yield* Effect.flip(attachments.store(WALLET, [first]))).toMatchObject(again)
    yield* Effect.provideService(write("ALTER TABLE elsewhere RENAME TO uploads"), Writer, writer)
    const second = yield* attachments.read(yield* sent("a", SCAN))
    yield* Effect.promise(() => Fs.rm(blobFolder, { recursive: true }))
    expect(yield* Effect.flip(attachments.store(WALLET, [second]))).toMatchObject(again)
    expect(yield* sql`SELECT id FROM uploads`).toEqual([])
  }))
