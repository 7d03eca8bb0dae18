/** The protocol adapter of the specification's own socket (wire contract, section 9). */
import { Option } from "effect"
import { judge } from "../../audio/FirstBytes.ts"
import type { WireFormat } from "../../audio/LivePcm.ts"
import { joinBytes } from "../../audio/Samples.ts"
import * as Money from "../../billing/Money.ts"
import { envelope, type Problem, statusOf } from "../../Errors.ts"
import { defaultOptions } from "../Answers.ts"
import { ROOM } from "../ConversationLimits.ts"
import { type Event, Input } from "../MachineMessages.ts"
import type { AdapterStep, ProtocolAdapter } from "../ProtocolAdapter.ts"
import { Item, type ResponseEnd, type Usage } from "../State.ts"
import { badType, Message, oddBytes, read } from "./RelayMessages.ts"

interface RelayState {
  /** How many turns have been typed: each becomes an entry of the conversation with an id of its own. */
  readonly typed: number
  /** What the client's sound is; while that is not known, of what has come of it. Of encoded sound no frame is whole. */
  readonly form: Uint8Array | "samples" | "encoded"
}

const nothing = new Uint8Array(0)

const NOTHING_UNDERSTOOD = "Nothing was understood; please say it again"
const NOTHING_SAID = "No sound has come that could be answered"

const status = (message: string) => ({ type: "status", message })
const content = (serverContent: object) => ({ serverContent })

/** To a millisecond, which is exact to a tenth of the least charge. */
const usageOf = ({ balance, charge, seconds }: Usage) => ({
  usageMetadata: {
    totalBilledAudioDurationSeconds: Math.round(seconds * 1_000) / 1_000,
    credits_used: Money.toEtb(charge),
    credits_remaining: Money.toEtb(balance)
  }
})

/**
 * A turn that had an answer is complete, also one that was interrupted; of one that had
 * none, such as a sentence that went on after a pause, the cost alone is sent.
 */
const complete = (end: Option.Option<ResponseEnd>, usage: Option.Option<Usage>): ReadonlyArray<object> => {
  const isAnswered = Option.exists(end, ({ status }) => status !== "failed")
  const message = {
    ...(isAnswered ? content({ turnComplete: true }) : {}),
    ...Option.match(usage, { onNone: () => ({}), onSome: usageOf })
  }
  const isCharged = Option.exists(usage, ({ charge }) => charge > Money.zero)
  return isAnswered || isCharged ? [message] : []
}

const errorOf = (problem: Problem, now: number) => {
  const { request_id: _, ...error } = envelope(problem, "").error
  const retry = problem.retryAfter === undefined ? {} : { retry_after: problem.retryAfter }
  return { error: { ...error, status: statusOf(problem), ...retry, timestamp: new Date(now).toISOString() } }
}

/** Media types of what answers may be sent as (RFC 3551 for telephony's). */
const mediaTypeOf = (format: WireFormat): string => {
  switch (format._tag) {
    case "Pcm16":
      return `audio/pcm;rate=${format.rate}`
    case "MuLaw":
      return "audio/pcmu;rate=8000"
    case "ALaw":
      return "audio/pcma;rate=8000"
  }
}

const soundOf = ({ bytes, response }: Extract<Event, { readonly _tag: "Audio" }>) => {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64")
  return content({ modelTurn: { parts: [{ inlineData: { mimeType: mediaTypeOf(response.config.output), data } }] } })
}

/** The messages that an event becomes, at `now` in milliseconds since 1970; none where the client need not know of it. */
const messagesOf = (event: Event, now: number): ReadonlyArray<object> => {
  switch (event._tag) {
    case "Ready":
      return [{ setupComplete: true }, status("Ready to start conversation")]
    case "Transcribed":
      return [event.text === "" ? status(NOTHING_UNDERSTOOD) : content({ inputTranscription: { text: event.text } })]
    case "NothingToCommit":
      return [status(NOTHING_SAID)]
    case "Text":
      return [content({ outputTranscription: { text: event.text } })]
    case "Audio":
      return [soundOf(event)]
    case "Interrupted":
      return [content({ interrupted: true })]
    case "TurnComplete":
      return complete(event.end, event.usage)
    case "Warning":
      return [{ type: "warning", message: event.message }]
    case "Problem":
      return [errorOf(event.problem, now)]
    default:
      return []
  }
}

const withInputs = (state: RelayState, ...inputs: ReadonlyArray<Input>): AdapterStep<RelayState> => ({
  adapter: state,
  inputs,
  frames: []
})

/** What the client's sound is, now that these bytes have come too. */
const formOf = ({ form }: RelayState, bytes: Uint8Array): RelayState["form"] => {
  if (typeof form === "string") return form
  const head = joinBytes([form, bytes])
  const { _tag } = judge(head)
  return _tag === "Undecided" ? head : _tag === "Samples" ? "samples" : "encoded"
}

const interpretSound = (
  state: RelayState,
  { bytes, isEncoded, rate }: Extract<Message, { readonly _tag: "Sound" }>
) => {
  const form = formOf(state, bytes)
  // What is refused is dropped, and says nothing of what comes.
  if (form === "samples" && isEncoded) return withInputs(state, Input.Mistaken({ problem: badType }))
  if (form === "samples" && bytes.length % 2 !== 0) return withInputs(state, Input.Mistaken({ problem: oddBytes }))
  return withInputs({ ...state, form }, Input.Sound({ bytes, format: { _tag: "Pcm16", rate } }))
}

const interpret = (state: RelayState, message: Message): AdapterStep<RelayState> =>
  Message.$match(message, {
    Sound: (sound) => interpretSound(state, sound),
    Misplaced: ({ problem }) => withInputs(state, Input.AudioRejected({ problem })),
    Text: ({ text }) => {
      const typed = state.typed + 1
      const item = Item.User({ id: `typed_${typed}`, isSpoken: false, text: Option.some(text) })
      return withInputs(
        { ...state, typed },
        Input.Add({ item, after: Option.none() }),
        // What is typed is answered now, in the place of what was being answered.
        Input.Respond({ options: defaultOptions, instead: true })
      )
    },
    // A recorder that goes on gives its container no second head; samples may be followed by anything.
    Finish: () => withInputs(state.form === "encoded" ? state : { ...state, form: nothing }, Input.Commit()),
    Bad: ({ problem }) => withInputs(state, Input.Mistaken({ problem }))
  })

/** `timeOfDay` gives milliseconds since 1970, which errors are stamped with. */
export const make = (timeOfDay: () => number): ProtocolAdapter<Message, RelayState> => ({
  begin: { typed: 0, form: nothing },
  read,
  interpret,
  write: (state, event) => [state, messagesOf(event, timeOfDay()).map((frame) => JSON.stringify(frame))],
  queueLimit: ROOM
})
