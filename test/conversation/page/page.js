/** What the page shows, and what its buttons do. */
import { converse } from "./conversation.js"

const element = (id) => document.getElementById(id)

/** Adds a line of what `who` says; an answer comes phrase by phrase. */
const show = (who, text) => {
  const last = element("said").lastElementChild
  if (who === "qal" && last?.className === who) last.textContent += text
  else element("said").append(Object.assign(document.createElement("li"), { className: who, textContent: text }))
}

const showState = (text) => {
  element("state").textContent = text
}

const onMessage = ({ error, message, serverContent = {}, setupComplete, usageMetadata }) => {
  if (setupComplete) showState("Listening")
  if (serverContent.inputTranscription) show("user", serverContent.inputTranscription.text)
  if (serverContent.outputTranscription) show("qal", serverContent.outputTranscription.text)
  if (serverContent.interrupted) show("qal", " …")
  if (usageMetadata) show("cost", `${usageMetadata.credits_used} ETB, ${usageMetadata.credits_remaining} left`)
  if (message) showState(message)
  if (error) show("error", `${error.code}: ${error.message}`)
}

let conversation

const isOpen = (open) => {
  element("start").disabled = open
  element("stop").disabled = !open
}

element("start").onclick = async () => {
  isOpen(true)
  // The page's own server asks Qal for a ticket: the API key stays there.
  const body = JSON.stringify({ language: element("language").value })
  const response = await fetch("session", { method: "POST", body })
  const { data, error } = await response.json()
  if (error) {
    isOpen(false)
    showState(error.message)
    return
  }
  conversation = converse(`${data.websocket_url}?ticket=${data.token}`, {
    onMessage,
    onClose: ({ code, reason, wasClean }) => {
      isOpen(false)
      showState(`Closed ${wasClean ? "" : "without a word "}${code} ${reason}`.trim())
    }
  })
}

element("stop").onclick = () => conversation.close()

element("typed").onsubmit = (event) => {
  event.preventDefault()
  const { text } = event.target.elements
  conversation?.type(text.value)
  show("user", text.value)
  text.value = ""
}
