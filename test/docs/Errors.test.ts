/** The form of errors, as docs/api.md shows it. */
import { expect, test } from "bun:test"
import { envelope, VoiceUnavailable } from "../../src/Errors.ts"
import { blockOf } from "./Pages.ts"

test("the error that docs/api.md shows is one as it is sent", () => {
  const shown = JSON.parse(blockOf("docs/api.md", "json", '"status":"error"').replace("[…]", "[]"))
  expect(shown).toEqual(envelope(new VoiceUnavailable({ message: "…", param: "voice_id", details: [] }), "…"))
})
