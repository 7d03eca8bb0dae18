/**
 * What every statement of the program looks at, on both databases. Statements are
 * taken where the databases are given them, while the services do all that they can
 * do; one that stands in the source and was not met fails the test, so that a new
 * one is not forgotten.
 */
import { Database } from "bun:sqlite"
import { afterAll, expect, test } from "bun:test"
import { utimes } from "node:fs/promises"
import { join, resolve } from "node:path"
import { Glob } from "bun"
import { Duration, Effect, Layer, Logger, Option, Redacted, Schema, type Scope } from "effect"
import { AdminToken } from "../../src/access/AdminToken.ts"
import { ApiKeys } from "../../src/access/ApiKeys.ts"
import { RateLimit } from "../../src/access/RateLimit.ts"
import { SessionSecrets } from "../../src/access/SessionSecrets.ts"
import * as Fingerprint from "../../src/billing/Fingerprint.ts"
import { type Job, Jobs } from "../../src/billing/Jobs.ts"
import * as Money from "../../src/billing/Money.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { rowsOf as rowsOfCalls, StoredCalls } from "../../src/chat/StoredCalls.ts"
import { Uploads } from "../../src/chat/Uploads.ts"
import { FirstKey } from "../../src/cli/Bootstrap.ts"
import { ApiKeyId, BlobId, ClipId, JobId, newId, RequestId, WalletId } from "../../src/Domain.ts"
import { Audit } from "../../src/dashboard/audit/Audit.ts"
import { StoredClips } from "../../src/dashboard/content/StoredClips.ts"
import { StoredTranscriptions } from "../../src/dashboard/content/StoredTranscriptions.ts"
import { StoredUploads } from "../../src/dashboard/content/StoredUploads.ts"
import { Overview } from "../../src/dashboard/overview/Overview.ts"
import { Playground } from "../../src/dashboard/playground/Playground.ts"
import { JobViews } from "../../src/dashboard/requests/JobViews.ts"
import { RequestLog } from "../../src/dashboard/requests/RequestLog.ts"
import { Requests } from "../../src/dashboard/requests/Requests.ts"
import { Sessions } from "../../src/dashboard/session/Sessions.ts"
import { SignInAttempts } from "../../src/dashboard/session/SignInAttempts.ts"
import { redeem, SignInCodes } from "../../src/dashboard/session/SignInCodes.ts"
import { VoiceUsage } from "../../src/dashboard/voices/VoiceUsage.ts"
import { Ledger } from "../../src/dashboard/wallets/Ledger.ts"
import { onWire } from "../../src/engines/CallExtra.ts"
import { SignedUrl } from "../../src/media/SignedUrl.ts"
import { completedResponse as responded } from "../../src/openai/ResponseAnswers.ts"
import { MOST_BYTES, rowsOf, StoredResponses, storedRequestOf } from "../../src/openai/StoredResponses.ts"
import { Settings } from "../../src/settings/Config.ts"
import * as BlobSweep from "../../src/storage/BlobSweep.ts"
import * as Checkpoint from "../../src/storage/Checkpoint.ts"
import * as FolderBlobs from "../../src/storage/FolderBlobs.ts"
import * as Ownership from "../../src/storage/Ownership.ts"
import { numbered } from "../../src/storage/postgres/PostgresDialect.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { insert } from "../../src/storage/Statement.ts"
import { inOrder, Writer } from "../../src/storage/Writer.ts"
import { Clips, insertClip } from "../../src/voice/Clips.ts"
import { Lexicons } from "../../src/voice/Lexicons.ts"
import { Voices } from "../../src/voice/Voices.ts"
import { answered } from "../dashboard/Answered.ts"
import { temporary } from "../support/Folder.ts"
import { describePostgres } from "../support/Postgres.ts"
import { ofLivingNode, postgres, type Store } from "../support/Stores.ts"
import { write } from "../support/Write.ts"
import * as PostgresPlans from "./PostgresPlans.ts"

/** Tables that grow with what clients do. The others are as long as the catalog, or have one row. */
const GROWING =
  "wallets|jobs|ledger|api_keys|clips|uploads|upload_renditions|legacy_audio|released_blobs|requests|audit|dashboard_sessions|lent_secrets|responses|response_contents|response_files|lexicons"

/** What may look at a whole table, and why. */
const WHOLE: Readonly<Record<string, string>> = {
  "SELECT id FROM wallets LIMIT 1": "one row",
  "SELECT id FROM released_blobs LIMIT ?": "one batch",
  "ORDER BY created_at, id": "the lists of wallets and keys, which are shown whole",
  "COUNT(*) AS keys FROM api_keys WHERE 1 = 1": "how many keys each of all wallets has",
  "DELETE FROM requests WHERE seq IN": "the oldest rows, one batch",
  "(SELECT seq FROM requests ORDER BY seq LIMIT 1)": "the first and the last row",
  "(SELECT COUNT(*) FROM wallets) AS wallets": "wallets and keys, which people make one by one, and what is running",
  "FROM duration_days": "sums by day, capability and class: some hundred rows a day, of 90 days at most",
  "FROM ledger WHERE kind = 'charge' GROUP BY 1, 2": "a migration, once",
  "FROM clips GROUP BY 1, 2": "a migration, once",
  "SELECT at FROM requests ORDER BY seq DESC LIMIT 1": "one row",
  "SELECT seq FROM requests ORDER BY seq DESC LIMIT 1": "one row",
  "COUNT(*) AS count FROM wallets": "what `doctor` counts",
  "GROUP BY x_request_id, operation, wallet_id":
    "at the start, and for some minutes after a node died, over an hour's jobs",
  "FROM audit WHERE action = 'session.refuse'": "a hundred of them an hour at most",
  "DELETE FROM dashboard_sessions WHERE token <> ?": "at the start, over a week's sessions",
  "FROM lent_secrets WHERE session_id = ? ORDER BY": "a session's secrets, a hundred and one at most"
}

/** Statements that need an engine, or a form, to be reached; as they are given to SQLite. */
const ELSEWHERE = [
  "SELECT voice_id, fingerprint, blob_id, duration_millis FROM previews",
  "INSERT INTO previews (voice_id, fingerprint, blob_id, duration_millis, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (voice_id) DO UPDATE SET fingerprint = excluded.fingerprint, blob_id = excluded.blob_id, duration_millis = excluded.duration_millis, created_at = excluded.created_at",
  "DELETE FROM previews WHERE (voice_id = ? OR (voice_id > ? AND voice_id < ?)) AND fingerprint <> ? AND created_at < ?",
  "SELECT mime_type, blob_id FROM upload_renditions WHERE upload_id = ? ORDER BY position",
  // By the thread that reads long responses, and where the database is no file.
  "SELECT file, piece, text FROM response_files WHERE response_id = ? ORDER BY file, piece",
  "SELECT file, piece, text FROM response_files WHERE response_id = ? AND (file, piece) > (?, ?) ORDER BY file, piece LIMIT 1",
  "SELECT id FROM wallets LIMIT 1",
  // Of more than 500 rows, and by the command that examines.
  "DELETE FROM requests WHERE seq > ? AND seq <= ? AND at < ? RETURNING 1",
  "SELECT COUNT(*) AS count FROM wallets",
  "UPDATE installation SET probed_at = ? WHERE one = 1"
]

const plain = (statement: string): string => statement.replaceAll(/["`]/g, "").replaceAll(/\s+/g, " ").trim()

const met = new Set<string>(ELSEWHERE.map(plain))
const original = Database.prototype.query
const record = function (this: Database, statement: string) {
  met.add(plain(statement))
  return original.call(this, statement)
}
Object.assign(Database.prototype, { query: record })
afterAll(() => void Object.assign(Database.prototype, { query: original }))

type Hold = Parameters<Job<never, never, never, never>["run"]>[0]["hold"]

const Result = Schema.Struct({ job: Schema.String })

const clip = (jobId: JobId, walletId: WalletId) => ({
  id: ClipId.make(newId("clip", 1)),
  wallet_id: walletId,
  job_id: jobId,
  client_request_id: "r1",
  text: "ሰላም",
  voice_id: "am-hamen",
  voice_name: "Hamen",
  voice_descriptor: "Warm",
  language: "am" as const,
  output_format: "mp3_44100" as const,
  blob_id: BlobId.make(newId("blb", 1)),
  size: 1,
  duration_millis: 1,
  ignored_voice_settings: [],
  alignment: null,
  finish_reason: "stop" as const,
  price_per_minute: Money.zero,
  charge: Money.zero,
  balance_after: Money.zero,
  created_at: 1
})

/** What the dashboard lists of what is kept for clients, and deletes of it. */
const content = (walletId: WalletId, jobId: JobId) =>
  Effect.gen(function* () {
    const { durable } = yield* Writer
    const clips = yield* StoredClips
    const transcriptions = yield* StoredTranscriptions
    const uploads = yield* StoredUploads
    const upload = { id: "file_1", wallet_id: walletId, kind: "Document", mime_type: "text/plain", size: 1 }
    const times = { text: "ሰላም", created_at: 1, expires_at: Date.now() + 60_000 }
    yield* durable(
      inOrder(
        insert("uploads", { ...upload, ...times, blob_id: "blb_1" }),
        insert("upload_renditions", { upload_id: "file_1", position: 0, mime_type: "image/png", blob_id: "blb_2" }),
        insert("uploads", { ...upload, ...times, id: "file_2", blob_id: "blb_3" })
      )
    )
    for (const list of [clips.list, transcriptions.list, uploads.list]) {
      for (const search of [undefined, "ሰላም", "job"]) {
        const filter = { limit: 1, search, wallet_id: undefined }
        expect((yield* list(filter)).page.length).toBeLessThanOrEqual(1)
        yield* list({ ...filter, wallet_id: walletId })
      }
    }
    expect((yield* transcriptions.list({ limit: 1 })).page.map(({ id }) => id)).toEqual([jobId])
    yield* uploads.file("file_1")
    const stored = yield* Uploads
    const found = Option.getOrThrow(yield* stored.find(walletId, "qal://files/file_2"))
    expect((yield* found.load)._tag).toBe("Document")
    for (const id of ["file_1", "file_2"]) yield* stored.remove(id)
    expect(yield* (yield* Jobs).discard(jobId, ["transcription"])).toBe(true)
    yield* (yield* VoiceUsage).recent()
  })

/** What an engine needs back with a call is kept, found and forgotten. */
const calling = (walletId: WalletId) =>
  Effect.gen(function* () {
    const storedCalls = yield* StoredCalls
    const { durable } = yield* Writer
    const call = { id: "call_1", name: "f", arguments: "{}", extra: { signature: "s" } }
    yield* durable(inOrder(...rowsOfCalls(walletId, { calls: [call] }, 0)))
    const turn = { role: "assistant", content: "", tool_calls: [onWire(call)] } as const
    yield* storedCalls.complete(walletId, [turn])
    yield* storedCalls.sweep()
  })

/** One of each thing that a service can do. */
const everything = (folder: string) =>
  Effect.gen(function* () {
    const wallets = yield* Wallet
    const keys = yield* ApiKeys
    const jobs = yield* Jobs
    const clips = yield* Clips
    const uploads = yield* Uploads
    const voices = yield* Voices
    const { id: walletId } = yield* wallets.create("w", Money.fromMicros(1_000_000))
    yield* wallets.topUp(walletId, Money.fromMicros(1), "n")
    yield* wallets.list()
    yield* wallets.entries(walletId, 10)
    const { key, secret } = yield* keys.create(walletId, "k")
    yield* keys.authenticate(Redacted.value(secret))
    yield* keys.isLive({ keyId: key.id, walletId })
    yield* keys.endedOf([{ keyId: key.id, walletId, lent: "hash" }])
    yield* keys.list(Option.none())
    yield* keys.list(Option.some(walletId))
    yield* keys.revoke(key.id)
    yield* voices.list({})
    yield* voices.change("am-hamen", { isAvailable: true, isDefault: true })
    const lexicons = yield* Lexicons
    yield* lexicons.get(walletId)
    yield* lexicons.replace(walletId, { am: [["Qal", "ቃል"]], om: [] })
    const job = (id: string, retention: Option.Option<Duration.Duration>) => ({
      operation: "voice.generation" as const,
      walletId,
      requestId: Option.some(RequestId.make(id)),
      fingerprint: Fingerprint.of({ id }),
      estimate: Money.zero,
      result: Result,
      retention,
      run: ({ hold, id: jobId }: { readonly id: JobId; readonly hold: Hold }) =>
        Effect.as(Effect.orDie(hold(Money.zero)), {
          price: Money.zero,
          settle: () => ({ result: { job: jobId }, writes: [insertClip(clip(jobId, walletId))] })
        })
    })
    for (const [id, retention] of [
      ["kept", Option.none()],
      ["brief", Option.some(Duration.zero)],
      ["brief", Option.some(Duration.zero)]
    ] as const) {
      const submission = yield* jobs.submitAlone("transcription", job(id, retention))
      if (submission._tag === "Running") yield* submission.settled
    }
    yield* Effect.either(
      jobs.submit({ ...job("failing", Option.none()), run: () => Effect.dieMessage("as it should") })
    ).pipe(
      Effect.flatMap((made) =>
        made._tag === "Right" && made.right._tag === "Running" ? Effect.exit(made.right.settled) : Effect.void
      )
    )
    yield* jobs.assertFree(walletId, "transcription")
    yield* jobs.outcome(job("kept", Option.none()), RequestId.make("kept"))
    yield* jobs.sweep
    const languages = [undefined, "om"] as const
    const ids = [undefined, "am-hamen"] as const
    for (const language of languages) {
      for (const voice_id of ids) {
        yield* clips.list(walletId, {
          limit: 1,
          ...(language === undefined ? {} : { language }),
          ...(voice_id === undefined ? {} : { voice_id })
        })
      }
    }
    const transcribed = yield* jobs.submit({ ...job("transcribed", Option.none()), operation: "transcription" })
    if (transcribed._tag === "Running") {
      yield* transcribed.settled
      yield* content(walletId, transcribed.jobId)
    }
    const { page } = yield* clips.list(walletId, { limit: 1 })
    for (const { id } of page) yield* clips.remove(walletId, id)
    yield* uploads.find(walletId, "qal://files/file_1")
    yield* uploads.forgetExpired()
    yield* calling(walletId)
    yield* Effect.promise(async () => {
      const left = join(folder, "blobs", "a", "blob_a")
      await Bun.write(left, "left by nobody")
      // What is as old as the sweep is not yet looked at.
      await utimes(left, 1, 1)
    })
    yield* BlobSweep.sweepOnce(Duration.zero)
  })

/** What is done with a database that is a file. */
const withItsFile = (folder: string) =>
  Effect.gen(function* () {
    const paths = { folder, database: join(folder, "qal.sqlite"), blobs: join(folder, "blobs") }
    yield* Ownership.claim({ ...paths, lock: "", signingSecret: "", adminToken: "" })
    yield* Checkpoint.truncate
  })

/** What the dashboard reads and changes of keys and ledgers. */
const keysAndLedger = (sessionId: string) =>
  Effect.gen(function* () {
    const wallets = yield* Wallet
    const keys = yield* ApiKeys
    const sessionSecrets = yield* SessionSecrets
    const ledger = yield* Ledger
    const { id } = yield* wallets.create("d", Money.zero, Option.some(RequestId.make("d")))
    yield* wallets.create("d", Money.zero, Option.some(RequestId.make("d")))
    yield* wallets.topUp(id, Money.fromMicros(1), "n", Option.some(RequestId.make("r")))
    const { key } = yield* keys.create(id, "k")
    yield* keys.working(Option.none())
    yield* keys.working(Option.some(id))
    yield* sessionSecrets.lend(key.id, sessionId)
    yield* sessionSecrets.sweep
    const times = { from: new Date(0), to: new Date(1) }
    for (const filter of [
      {},
      { kind: "charge", ...times },
      { kind: "credit" },
      { operation: "chat" },
      { search: "n", ...times }
    ] as const) {
      yield* ledger.page(id, { ...filter, limit: 1 })
    }
  })

/** Who signs in to the dashboard, stays a while, and looks into the audit log. */
const signingIn = Effect.gen(function* () {
  const sessions = yield* Sessions
  const codes = yield* SignInCodes
  const audit = yield* Audit
  const code = Redacted.value(yield* codes.make())
  yield* codes.isGood(code)
  const begun = Option.getOrThrow(yield* sessions.begin({ by: "link", redeem: redeem(code, 1) }))
  yield* write("UPDATE dashboard_sessions SET used_at = 1 WHERE id = ?", begun.session.sessionId)
  yield* sessions.find(Redacted.value(begun.secret))
  yield* keysAndLedger(begun.session.sessionId)
  yield* (yield* Playground).key(begun.session)
  yield* (yield* SignInAttempts).note("token", Option.none())
  yield* sessions.end(begun.session)
  yield* audit.list({ limit: 1 })
  yield* audit.list({ limit: 1, action: "session.begin" })
})

/** Requests are written down, listed, searched and summed up. */
const asking = Effect.gen(function* () {
  const log = yield* RequestLog
  const requests = yield* Requests
  const jobs = yield* JobViews
  const { relaxed } = yield* Writer
  const wallet = yield* (yield* Wallet).create("a", Money.zero)
  const running = { operation: "chat", fingerprint: "", state: "running", hold: 0, created_at: 0, x_request_id: "asks" }
  yield* relaxed(
    inOrder(insert("jobs", { id: "job_runs", wallet_id: wallet.id, ...running, ...(yield* ofLivingNode) }))
  )
  log.add(answered({ id: "asked", keyId: "k", jobs: ["job_runs"] }))
  yield* log.flush
  const owner = {
    wallet_id: WalletId.make("w"),
    key_id: ApiKeyId.make("k"),
    code: "NOT_FOUND",
    capability: "chat"
  } as const
  for (const outcome of [undefined, "ok", "error"] as const) {
    for (const search of [undefined, "asked"]) yield* requests.list({ limit: 1, outcome, search, ...owner })
    yield* requests.list({ limit: 1, outcome })
  }
  yield* requests.list({ limit: 1, search: "asks" })
  yield* requests.get("asked")
  yield* requests.get("asks")
  yield* jobs.running(undefined)
  yield* jobs.running(owner.wallet_id)
  yield* (yield* Overview).look(90)
  yield* log.sweep()
})

/** Responses are stored, gone on from, and taken away in every way. */
const responding = Effect.gen(function* () {
  const stored = yield* StoredResponses
  const { durable } = yield* Writer
  const wallet = yield* (yield* Wallet).create("r", Money.zero)
  const walletId = wallet.id
  const now = Date.now()
  const usage_metadata = { prompt_token_count: 1, candidates_token_count: 1, total_token_count: 2 }
  const answer = { response_text: "ሰላም", finish_reason: "stop", usage_metadata, modelVersion: "m" } as const
  const receipt = { jobId: JobId.make("job_1"), entryId: "", charge: Money.zero, balanceAfter: Money.zero }
  const store = (id: string, previousId: string | null, ancestors: ReadonlyArray<string>) => {
    const response = responded(id, { input: "ሰላም" }, answer)
    // Longer than what is read at once.
    const stored = storedRequestOf([{ role: "user", content: "x".repeat(70_000) }], response)
    return durable(
      inOrder(...rowsOf({ walletId, previousId, ...stored, response, ancestors }, { ...receipt, settledAt: now }))
    )
  }
  yield* stored.writeFiles("resp_1", ["A".repeat(100)])
  yield* store("resp_1", null, [])
  yield* store("resp_2", "resp_1", ["resp_1"])
  expect((yield* stored.conversation(walletId, "resp_2")).ids).toEqual(["resp_1", "resp_2"])
  expect((yield* stored.items(walletId, ["resp_1"])).size).toBe(1)
  expect((yield* stored.get(walletId, "resp_1")).length).toBeGreaterThan(0)
  expect(yield* stored.leastPrompt(walletId, "resp_2")).toBe(0)
  expect((yield* stored.inputPage(walletId, "resp_1", { order: "asc", limit: 1 })).length).toBeGreaterThan(0)
  yield* stored.remove(walletId, "resp_1")
  const large = { wallet_id: walletId, previous_id: null, size: MOST_BYTES, expires_at: now + 1 }
  yield* durable(inOrder(insert("responses", { id: "resp_3", ...large })))
  yield* stored.makeRoom(walletId)
  yield* stored.sweep()
})

/** What moves a database reads all of it, and is tested by moving one. */
const MOVES = /^storage\/move\//
/** What only PostgreSQL is given, in tests of its own. */
const OF_POSTGRES = /^storage\/postgres\/|\/Shared\w+\.ts$|^access\/AdminToken\.ts$/
/** What a database that is a file is asked. */
const OF_SQLITE = /^storage\/(migrations\/|(Sql|SqliteJobs|Database|DataFolder|Ownership|Checkpoint)\.ts$)/

/** Statements as they stand in the source but for what is another database's, with a gap where something is put in. */
const inSource = async (
  others: ReadonlyArray<RegExp>
): Promise<ReadonlyArray<{ readonly file: string; readonly pattern: RegExp }>> => {
  const root = resolve(import.meta.dir, "../../src")
  const found: Array<{ file: string; pattern: RegExp }> = []
  for await (const file of new Glob("**/*.ts").scan(root)) {
    if (others.some((other) => other.test(file))) continue
    const text = await Bun.file(join(root, file)).text()
    for (const [, quote, statement = ""] of text.matchAll(
      /(["`])\s*((?:SELECT|INSERT|UPDATE|DELETE|WITH|REPLACE) (?!\/)(?:(?!\1)[^\\])*)\1/g
    )) {
      const gaps = quote === "`" ? statement.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "\u0000") : statement
      const escaped = plain(gaps).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
      found.push({ file, pattern: new RegExp(escaped.replaceAll("\u0000", ".*")) })
    }
  }
  return found
}

/** Whether the plan's row is bounded: by a key, or by every column that the statement asks to be equal to something. */
const isBounded = (statement: string, detail: string): boolean => {
  // Between two places: whoever asks says how far.
  if (/\(rowid>\? AND rowid<\?\)/.test(detail)) return true
  if (/\((?:id|hash|job_id|blob_id|rowid|one|voice_id|upload_id|response_id|name)=\?\)/.test(detail)) return true
  // What a search looks at for one page.
  if (/seq>\? AND seq<\?\)$/.test(detail)) return true
  const constraints = /\((.*)\)$/.exec(detail)?.[1] ?? ""
  const asked = [...statement.matchAll(/\b(\w+) = \?/g)].map(([, column]) => column)
  return (
    / (?:MULTI-INDEX|USING (?:COVERING )?INDEX|USING INTEGER PRIMARY KEY)/.test(detail) &&
    asked.every((column) => constraints.includes(`${column}=?`))
  )
}

const unbounded = (database: Database, statement: string): ReadonlyArray<string> => {
  if (!/^(SELECT|INSERT|UPDATE|DELETE|WITH)/.test(statement)) return []
  if (statement.includes("sqlite_") || statement.includes("migrations")) return []
  if (Object.keys(WHOLE).some((allowed) => plain(statement).includes(allowed))) return []
  // What is compared before it decides what is written or answered, and not which rows.
  const where = statement.slice(Math.max(0, statement.indexOf("WHERE")))
  const plan = original.call(database, `EXPLAIN QUERY PLAN ${statement}`).all() as ReadonlyArray<{ detail: string }>
  return plan.flatMap(({ detail }) => {
    if (detail.includes("TEMP B-TREE")) return [`${statement}: ${detail}`]
    // The index that holds nothing but what is running.
    if (/^(?:SCAN|SEARCH) jobs USING (?:COVERING )?INDEX jobs_running\b/.test(detail)) return []
    if (new RegExp(`^SCAN (${GROWING})\\b`).test(detail)) return [`${statement}: ${detail}`]
    const isSearch = new RegExp(`^SEARCH (${GROWING})\\b`).test(detail)
    return isSearch && !isBounded(where, detail) ? [`${statement}: ${detail}`] : []
  })
}

/** All services over a store, with their files in the folder. */
const servicesOver = (store: Store, folder: string) =>
  Layer.mergeAll(StoredClips.Default, StoredTranscriptions.Default, StoredUploads.Default, VoiceUsage.Default).pipe(
    Layer.provideMerge(Layer.mergeAll(Clips.Default, Uploads.Default({}), Voices.Default, Lexicons.Default)),
    Layer.merge(
      Layer.mergeAll(Sessions.Default, SignInCodes.Default, Audit.Default, SessionSecrets.Default, Ledger.Default)
    ),
    Layer.merge(
      Layer.merge(Playground.Default, Layer.provide(SignInAttempts.Default, RateLimit.Default({ perMinute: 60 })))
    ),
    Layer.merge(Layer.merge(StoredResponses.Default, StoredCalls.Default)),
    Layer.merge(Layer.provide(FirstKey.Default, Settings.layerFrom({ QAL_BOOTSTRAP_API_KEY: `sk_${"a".repeat(40)}` }))),
    Layer.merge(Layer.mergeAll(RequestLog.Default, Requests.Default, JobViews.Default, Overview.Default)),
    Layer.provideMerge(Layer.mergeAll(Jobs.Default, Wallet.Default, ApiKeys.Default)),
    Layer.provideMerge(FolderBlobs.layer(join(folder, "blobs"))),
    Layer.provideMerge(SignedUrl.Default({ publicUrl: "http://localhost", secret: Redacted.make("secret") })),
    Layer.provideMerge(store),
    Layer.provide(
      Layer.succeed(AdminToken, AdminToken.make({ made: Option.none(), matches: () => false, fingerprint: "f" }))
    )
  )

const quietly = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>): Promise<A> =>
  effect.pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger)), Effect.runPromise)

const done = (folder: string) =>
  Effect.gen(function* () {
    yield* everything(folder)
    yield* signingIn
    yield* asking
    yield* responding
  })

/** The statements of the source that are not among those that a database was given. */
const forgotten = async (given: Iterable<string>, others: ReadonlyArray<RegExp>) => {
  const sources = await inSource(others)
  expect(sources.length).toBeGreaterThan(30)
  const statements = [...given]
  return sources.filter(({ pattern }) => !statements.some((statement) => pattern.test(statement)))
}

test("every statement for SQLite looks only at rows that an index bounds, and none is forgotten", () =>
  quietly(
    Effect.gen(function* () {
      const folder = yield* temporary
      const filename = join(folder, "qal.sqlite")
      yield* Effect.provide(
        Effect.zipRight(withItsFile(folder), done(folder)),
        servicesOver(Sql.layer(filename), folder)
      )
      expect(yield* Effect.promise(() => forgotten(met, [MOVES, OF_POSTGRES, /^storage\/migrations\//]))).toEqual([])
      const database = new Database(filename)
      const faults = [...met].flatMap((statement) => unbounded(database, statement))
      // The check itself finds what it is for.
      expect(unbounded(database, "SELECT id FROM clips WHERE wallet_id = ? AND text = ?")).toHaveLength(1)
      expect(unbounded(database, "SELECT id FROM clips WHERE text = ?")).toHaveLength(1)
      expect(unbounded(database, "SELECT id FROM jobs WHERE wallet_id = ? ORDER BY ended_at")).not.toHaveLength(0)
      database.close()
      expect(faults).toEqual([])
    })
  ))

describePostgres("PostgreSQL", () => {
  test("every statement for PostgreSQL looks only at rows that an index bounds, and none is forgotten", () =>
    quietly(
      Effect.gen(function* () {
        const { store, url } = yield* postgres
        const folder = yield* temporary
        const texts = yield* PostgresPlans.recorded
        yield* Effect.provide(done(folder), servicesOver(store, folder))
        const given = [...texts, ...ELSEWHERE.map(numbered)]
        const asked = given.map((text) => plain(text).replaceAll(/\$\d+/g, "?"))
        expect(
          yield* Effect.promise(() => forgotten([...asked, ...ELSEWHERE], [MOVES, OF_POSTGRES, OF_SQLITE]))
        ).toEqual([])
        const isWhole = (text: string) => Object.keys(WHOLE).some((allowed) => text.includes(allowed))
        const plans = yield* PostgresPlans.over(url, GROWING)
        const faults: Array<string> = []
        for (const [at, text] of given.entries()) {
          if (isWhole(asked[at] ?? "")) continue
          faults.push(...(yield* plans.unbounded(text)))
        }
        expect(yield* plans.unbounded("SELECT id FROM clips WHERE text = $1")).toHaveLength(1)
        expect(yield* plans.unbounded("SELECT id FROM jobs WHERE wallet_id = $1 ORDER BY ended_at")).not.toHaveLength(0)
        expect(faults).toEqual([])
      })
    ))
})
