/** A conversation by voice over `WS /ws`. */
import { listen, openLoudspeaker } from "./sound.js"

/** Opens a conversation with a ticket. `show`, `showState` and `onClose` are told what happens. */
export const converse = ({ secret, url }, { onClose, show, showState }) => {
  const socket = new WebSocket(`${url}?ticket=${secret}`)
  const loudspeaker = openLoudspeaker(24_000)
  let microphone = Promise.resolve()

  const send = (message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  const sendSound = (data, rate) => send({ data, mimeType: `audio/pcm;rate=${rate}` })

  socket.onmessage = ({ data }) => {
    const { error, message, serverContent = {}, setupComplete, usageMetadata } = JSON.parse(data)
    if (setupComplete) microphone = listen(16_000, sendSound, showState)
    if (message) showState(message)
    if (serverContent.inputTranscription) show("user", serverContent.inputTranscription.text)
    if (serverContent.outputTranscription) show("qal", serverContent.outputTranscription.text)
    for (const { inlineData } of serverContent.modelTurn?.parts ?? []) loudspeaker.play(inlineData.data)
    if (serverContent.interrupted) loudspeaker.stop()
    if (usageMetadata) show("cost", `${usageMetadata.credits_used} ETB, ${usageMetadata.credits_remaining} left`)
    if (error) show("error", `${error.code}: ${error.message}`)
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
      send({ text })
    },
    close: () => socket.close(1000)
  }
}
