/** Requests as the playground sends them. */
import type { Asked } from "../../src/dashboard/web/playground/chat/exchange.ts"

export const ORIGIN = "http://localhost:8787"

export const asked: Asked = {
  prompt: "ሰላም! ስምህ ማን ነው?",
  language: "am",
  system: "",
  temperature: 0.7,
  streams: true,
  files: [],
  sound: null,
  history: []
}
