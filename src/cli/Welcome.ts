/** What the server prints when it has started. */
import * as HttpServer from "@effect/platform/HttpServer"
import { Console, Effect, Option, Redacted } from "effect"
import { AdminToken } from "../access/AdminToken.ts"
import { Recognizer } from "../engines/Recognizer.ts"
import { Synthesizer } from "../engines/Synthesizer.ts"
import { TextModel } from "../engines/TextModel.ts"
import { processCommand } from "../runtime/ProcessCommand.ts"
import { hostAndPort } from "../settings/Checks.ts"
import { Settings } from "../settings/Config.ts"
import { firstWords } from "../voice/SpeechApi.ts"
import { FirstKey } from "./Bootstrap.ts"
import { printLink } from "./DashboardCommand.ts"
import { RECOGNISER, SANDBOX } from "./EmbeddedEngines.ts"
import { OWN_FILES } from "./StorageFindings.ts"
import { doubtOf, idleOf } from "./UnknownSettings.ts"

/** An engine as the log names it; what is to be known of the embedded one is said where no other is attached. */
const named = (name: string, attached: Option.Option<unknown>, note: string): string =>
  Option.isSome(attached) ? name : `${name}, ${note}`

/** Who changes the setting to change the key would otherwise believe that the old one is gone. */
const IN_VAIN = `QAL_BOOTSTRAP_API_KEY is no key that works here, and changes none: it is made with the first wallet alone; \`${processCommand} keys\` makes and revokes others`

/** What was set in vain, and what is missing. */
const warnings = Effect.gen(function* () {
  const { database, objectStore } = yield* Settings
  const { isChosenInVain } = yield* FirstKey
  return [
    ...Object.keys(process.env).flatMap((name) => doubtOf(name) ?? []),
    ...idleOf(process.env),
    ...(isChosenInVain ? [IN_VAIN] : []),
    ...(Option.isSome(database) && Option.isNone(objectStore) ? [`QAL_BLOBS_URL is ${OWN_FILES}`] : [])
  ]
})

/** Says where it listens and with which engines, and shows the secrets of a first start, once. */
export const welcome = Effect.gen(function* () {
  const {
    host,
    port: configured,
    publicUrl,
    recognizer: remoteRecognizer,
    relayPort,
    text: remoteText
  } = yield* Settings
  const { address } = yield* HttpServer.HttpServer
  const port = address._tag === "TcpAddress" ? address.port : configured
  const { secret } = yield* FirstKey
  const { made } = yield* AdminToken
  const engine = yield* Synthesizer
  const text = yield* TextModel
  const ears = yield* Recognizer
  for (const warning of yield* warnings) yield* Effect.logWarning(warning)
  yield* Effect.logInfo(`listening on http://${hostAndPort(host, port)}`)
  if (Option.isSome(relayPort)) {
    yield* Effect.logInfo(`conversations alone on ws://${hostAndPort(host, relayPort.value)}/ws`)
  }
  yield* Effect.logInfo(`speech by ${engine.name}`)
  yield* Effect.logInfo(`text by ${named(text.name, remoteText, SANDBOX)}`)
  const models = yield* ears.models ?? Effect.succeed([])
  const first = models.map(({ id, languages }) => `${id} (${languages.join(", ")}), then `).join("")
  yield* Effect.logInfo(`recognition by ${first}${named(ears.name, remoteRecognizer, RECOGNISER)}`)
  if (Option.isSome(made)) {
    yield* Console.log(`Dashboard token (shown once): ${Redacted.value(made.value)}`)
  }
  yield* Effect.catchAllCause(printLink, (cause) =>
    Effect.logWarning("no link to the dashboard could be made; its token still opens it", cause)
  )
  yield* Console.log(`Another link: ${processCommand} dashboard`)
  if (Option.isSome(secret)) {
    const key = Redacted.value(secret.value)
    yield* Console.log(`First API key (shown once): ${key}`)
    yield* Console.log(`Hear it:\n${firstWords(publicUrl, key)}`)
  }
})
