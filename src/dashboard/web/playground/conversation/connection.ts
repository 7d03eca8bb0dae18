/** One conversation by voice over `WS /ws`: the microphone, the socket, the loudspeaker. */
import { Schema } from "effect"
import { sameOriginSocket } from "../../sameOrigin.ts"
import { levelOf, openMicrophone } from "../audio/microphone.ts"
import { failureIn } from "../publicApi.ts"
import { openLoudspeaker } from "./loudspeaker.ts"

/** Callbacks for the events of a conversation. */
export interface Listener {
  readonly onHeard: (text: string) => void
  /** A phrase of the answer. */
  readonly onSaid: (text: string) => void
  readonly onInterrupted: () => void
  /** The turn is over; what it cost and what is left, in ETB. */
  readonly onTurn: (used: number | undefined, left: number | undefined) => void
  readonly onState: (state: "ready" | "listening" | "deaf") => void
  readonly onNotice: (message: string) => void
  readonly onLevel: (level: number) => void
  readonly onProblem: (problem: unknown) => void
  readonly onClose: () => void
}

const maybe = Schema.optional
const Frame = Schema.Struct({
  setupComplete: maybe(Schema.Boolean),
  type: maybe(Schema.String),
  message: maybe(Schema.String),
  error: maybe(Schema.Unknown),
  serverContent: maybe(
    Schema.Struct({
      inputTranscription: maybe(Schema.Struct({ text: Schema.String })),
      outputTranscription: maybe(Schema.Struct({ text: Schema.String })),
      modelTurn: maybe(
        Schema.Struct({
          parts: Schema.Array(
            Schema.Struct({ inlineData: Schema.Struct({ mimeType: Schema.String, data: Schema.String }) })
          )
        })
      ),
      interrupted: maybe(Schema.Boolean),
      turnComplete: maybe(Schema.Boolean)
    })
  ),
  usageMetadata: maybe(Schema.Struct({ credits_used: Schema.Number, credits_remaining: Schema.Number }))
})
type Frame = typeof Frame.Type
const decodeFrame = Schema.decodeUnknownSync(Schema.parseJson(Frame))

/** Hertz of what is sent: a binary frame is taken to have it. */
const RATE = 16_000

/** The rate in a media type such as `audio/pcm;rate=24000`. */
const rateOf = (mimeType: string): number => Number(/rate=(\d+)/.exec(mimeType)?.[1] ?? 24_000)

type Loudspeaker = ReturnType<typeof openLoudspeaker>

const handleFrame = (frame: Frame, loudspeaker: Loudspeaker, listener: Listener): void => {
  const { inputTranscription, interrupted, modelTurn, outputTranscription, turnComplete } = frame.serverContent ?? {}
  if (frame.type === "warning" && frame.message !== undefined) listener.onNotice(frame.message)
  if (inputTranscription !== undefined) listener.onHeard(inputTranscription.text)
  if (outputTranscription !== undefined) listener.onSaid(outputTranscription.text)
  for (const { inlineData } of modelTurn?.parts ?? []) loudspeaker.play(inlineData.data, rateOf(inlineData.mimeType))
  if (interrupted === true) {
    loudspeaker.silence()
    listener.onInterrupted()
  }
  if (turnComplete === true) {
    listener.onTurn(frame.usageMetadata?.credits_used, frame.usageMetadata?.credits_remaining)
  }
  if (frame.error !== undefined) listener.onProblem(failureIn(frame))
}

export interface ConversationConnection {
  /** A turn in writing; it is answered aloud. */
  readonly type: (text: string) => void
  readonly close: () => void
}

/** Opens the conversation of a ticket. It has to be closed. */
export const openConversation = (
  ticket: { readonly token: string; readonly websocket_url: string },
  listener: Listener
): ConversationConnection => {
  const socket = new WebSocket(`${sameOriginSocket(ticket.websocket_url)}?ticket=${encodeURIComponent(ticket.token)}`)
  const loudspeaker = openLoudspeaker()
  const over = new AbortController()
  /** At once: a connection that is lost may take a minute to say that it is closed. */
  const fallSilent = (): void => {
    if (over.signal.aborted) return
    over.abort()
    loudspeaker.close()
  }

  const send = (frame: string | Int16Array<ArrayBuffer>): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(frame)
  }
  const listen = async (): Promise<void> => {
    try {
      await openMicrophone(RATE, {
        onSound: (samples) => {
          listener.onLevel(levelOf(samples))
          send(samples)
        },
        onLost: () => listener.onState("deaf"),
        signal: over.signal
      })
      if (!over.signal.aborted) listener.onState("listening")
    } catch (problem) {
      if (over.signal.aborted) return
      // It can go on in writing.
      listener.onState("deaf")
      listener.onProblem(problem)
    }
  }
  socket.onmessage = ({ data }) => {
    if (over.signal.aborted) return
    const frame = decodeFrame(data)
    if (frame.setupComplete === true) {
      listener.onState("ready")
      void listen()
    }
    handleFrame(frame, loudspeaker, listener)
  }
  socket.onclose = () => {
    fallSilent()
    listener.onClose()
  }
  return {
    type: (text) => send(JSON.stringify({ text })),
    close: () => {
      fallSilent()
      socket.close(1000)
    }
  }
}
