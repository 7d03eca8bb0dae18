/**
 * The floor of this stack: the smallest honest program on it that sells a chat answer. Schemas, `HttpApi`, `HttpClient`
 * and two SQLite transactions, the hold, then the charge with the result. No idempotency, log, limits, metrics or
 * deadlines. Arguments: the model's base address, the database's file; "" is without books. Says its port.
 */
import {
  FetchHttpClient,
  HttpApi,
  HttpApiBuilder,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpClient,
  HttpClientRequest,
  HttpClientResponse,
  HttpMiddleware,
  HttpServer
} from "@effect/platform"
import { BunHttpServer, BunRuntime } from "@effect/platform-bun"
import { SqlClient } from "@effect/sql"
import { SqliteClient } from "@effect/sql-sqlite-bun"
import { Console, Context, Effect, Layer, Schema } from "effect"

const [base = "", filename = ""] = process.argv.slice(2)
const HOLD = 100_000
const PRICE = 1_000

const Answer = Schema.Struct({ status: Schema.Literal("success"), response_text: Schema.String, tokens: Schema.Int })

class FloorApi extends HttpApi.make("floor").add(
  HttpApiGroup.make("chat").add(
    HttpApiEndpoint.post("chat", "/chat")
      .setHeaders(Schema.Struct({ "x-api-key": Schema.String }))
      .setPayload(Schema.Struct({ prompt: Schema.String, target_language: Schema.Literal("am", "om") }))
      .addSuccess(Answer)
      .addError(Schema.String, { status: 402 })
  )
) {}

const Completion = Schema.Struct({
  choices: Schema.NonEmptyArray(Schema.Struct({ message: Schema.Struct({ content: Schema.String }) })),
  usage: Schema.Struct({ total_tokens: Schema.Int })
})

/** What is written around an answer. */
class Books extends Context.Tag("Books")<
  Books,
  {
    readonly hold: (key: string, id: string) => Effect.Effect<boolean>
    readonly charge: (key: string, id: string, result: string) => Effect.Effect<void>
  }
>() {}

const booksLayer = Layer.effect(
  Books,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`PRAGMA synchronous = NORMAL`
    yield* sql`CREATE TABLE wallets (key TEXT PRIMARY KEY, balance INTEGER NOT NULL, held INTEGER NOT NULL) STRICT`
    yield* sql`CREATE TABLE jobs (id TEXT PRIMARY KEY, key TEXT NOT NULL, state TEXT NOT NULL, result TEXT) STRICT`
    yield* sql`CREATE TABLE ledger (id INTEGER PRIMARY KEY, job TEXT NOT NULL, amount INTEGER NOT NULL) STRICT`
    yield* sql`INSERT INTO wallets VALUES ('key', 1000000000000000, 0)`
    return {
      hold: (key, id) =>
        sql
          .withTransaction(
            Effect.gen(function* () {
              const held = yield* sql`UPDATE wallets SET held = held + ${HOLD}
              WHERE key = ${key} AND balance - held >= ${HOLD} RETURNING key`
              if (held.length === 0) return false
              yield* sql`INSERT INTO jobs VALUES (${id}, ${key}, 'running', NULL)`
              return true
            })
          )
          .pipe(Effect.orDie),
      charge: (key, id, result) =>
        sql
          .withTransaction(
            Effect.gen(function* () {
              yield* sql`UPDATE wallets SET held = held - ${HOLD}, balance = balance - ${PRICE} WHERE key = ${key}`
              yield* sql`INSERT INTO ledger (job, amount) VALUES (${id}, ${-PRICE})`
              yield* sql`UPDATE jobs SET state = 'settled', result = ${result} WHERE id = ${id}`
            })
          )
          .pipe(Effect.orDie)
    }
  })
).pipe(Layer.provide(SqliteClient.layer({ filename })))

const withoutBooks = Layer.succeed(Books, { hold: () => Effect.succeed(true), charge: () => Effect.void })

const handlers = HttpApiBuilder.group(
  FloorApi,
  "chat",
  Effect.fnUntraced(function* (group) {
    const books = yield* Books
    const client = HttpClient.withTracerDisabledWhen(yield* HttpClient.HttpClient, () => true)
    const ask = (prompt: string) =>
      HttpClientRequest.post(`${base}/chat/completions`).pipe(
        HttpClientRequest.bodyUnsafeJson({ model: "instant", messages: [{ role: "user", content: prompt }] }),
        client.execute,
        Effect.flatMap(HttpClientResponse.schemaBodyJson(Completion)),
        Effect.orDie
      )
    return group.handle("chat", ({ headers, payload }) =>
      Effect.gen(function* () {
        const key = headers["x-api-key"]
        const id = crypto.randomUUID()
        if (!(yield* books.hold(key, id))) return yield* Effect.fail("the wallet has too little")
        const { choices, usage } = yield* ask(payload.prompt)
        const answer = {
          status: "success" as const,
          response_text: choices[0].message.content,
          tokens: usage.total_tokens
        }
        yield* books.charge(key, id, JSON.stringify(answer))
        return answer
      })
    )
  })
)

const said = Layer.effectDiscard(
  HttpServer.addressWith((address) => Console.log(address._tag === "TcpAddress" ? address.port : 0))
)

/** Without spans, like Qal. */
const served = HttpApiBuilder.serve().pipe(
  HttpMiddleware.withTracerDisabledWhen(() => true),
  Layer.merge(said),
  Layer.provide(HttpApiBuilder.api(FloorApi)),
  Layer.provide(handlers),
  Layer.provide(filename === "" ? withoutBooks : booksLayer),
  Layer.provide(FetchHttpClient.layer),
  Layer.provide(BunHttpServer.layer({ port: 0, hostname: "127.0.0.1" }))
)

BunRuntime.runMain(Layer.launch(served))
