/** The same conversation over `WS /v1/realtime`, in the protocol of OpenAI's Realtime API. */
import { listen, openLoudspeaker } from "./sound.js"

/** Hertz of `pcm16`, both ways. */
const RATE = 24_000

/** Opens a conversation with a client secret. `show`, `showState` and `onClose` are told what happens. */
export const converse = ({ secret, url }, { onClose, show, showState }) => {
  const socket = new WebSocket(url, ["realtime", `openai-insecure-api-key.${secret}`])
  const loudspeaker = openLoudspeaker(RATE)
  let microphone = Promise.resolve()
  /** The answer whose sound came last, and how many seconds of it. */
  let answer = { item: "", seconds: 0 }

  const send = (type, event = {}) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type, ...event }))
  }
  const play = ({ delta, item_id }) => {
    if (answer.item !== item_id) answer = { item: item_id, seconds: 0 }
    answer.seconds += loudspeaker.play(delta)
  }
  /** The user speaks: of an answer that is cut short, the server keeps what was heard. */
  const stop = () => {
    const left = loudspeaker.stop()
    const heard = Math.round(1_000 * Math.max(0, answer.seconds - left))
    if (left > 0) send("conversation.item.truncate", { item_id: answer.item, content_index: 0, audio_end_ms: heard })
  }

  const on = {
    "session.created": () => {
      microphone = listen(RATE, (audio) => send("input_audio_buffer.append", { audio }), showState)
    },
    "input_audio_buffer.speech_started": stop,
    "conversation.item.input_audio_transcription.completed": ({ transcript }) => show("user", transcript),
    "response.output_audio_transcript.delta": ({ delta }) => show("qal", delta),
    "response.output_audio.delta": play,
    "response.done": ({ response }) => show("cost", `${response.usage?.total_tokens ?? 0} tokens`),
    error: ({ error }) => show("error", `${error.code}: ${error.message}`)
  }
  socket.onmessage = ({ data }) => {
    const event = JSON.parse(data)
    on[event.type]?.(event)
  }
  socket.onclose = async (event) => {
    onClose(event)
    loudspeaker.close()
    const opened = await microphone
    opened?.close()
  }

  return {
    /** A turn in writing; it is answered aloud. */
    type: (text) => {
      show("user", text)
      const content = [{ type: "input_text", text }]
      send("conversation.item.create", { item: { type: "message", role: "user", content } })
      send("response.create")
    },
    close: () => socket.close(1000)
  }
}
