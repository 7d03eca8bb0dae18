/** What the page shows, and what its buttons do. */
import * as realtime from "./realtime.js"
import * as relay from "./relay.js"

const protocols = { relay, realtime }

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

const showOpen = (isOpen) => {
  element("start").disabled = isOpen
  element("stop").disabled = !isOpen
}

let conversation

element("start").onclick = async () => {
  showOpen(true)
  const protocol = element("protocol").value
  // The page's own server asks Qal for a ticket: the API key stays there.
  const response = await fetch(`session/${protocol}/${element("language").value}`, { method: "POST" })
  if (!response.ok) {
    showOpen(false)
    showState(await response.text())
    return
  }
  conversation = protocols[protocol].converse(await response.json(), {
    show,
    showState,
    onClose: ({ code, reason }) => {
      showOpen(false)
      showState(`Closed ${code} ${reason}`.trim())
    }
  })
}

element("stop").onclick = () => conversation.close()

element("typed").onsubmit = (event) => {
  event.preventDefault()
  const { text } = event.target.elements
  conversation?.type(text.value)
  text.value = ""
}
