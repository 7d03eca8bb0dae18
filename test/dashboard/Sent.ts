/** Requests as the playground sends them. */
import type { ChatInput } from "../../src/dashboard/web/playground/chat/exchange.ts"

export const ORIGIN = "http://localhost:8787"

export const asked: ChatInput = {
  prompt: "ሰላም! ስምህ ማን ነው?",
  language: "am",
  system: "",
  temperature: 0.7,
  streams: true,
  files: [],
  sound: null,
  history: []
}
