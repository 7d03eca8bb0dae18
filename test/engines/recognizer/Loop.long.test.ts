/** Text to a voice to text, through the running server, for every voice of the catalog. */
import { expect, test } from "bun:test"
import { units } from "../../../src/engines/recognizer/AcousticUnits.ts"
import { catalog } from "../../../src/voice/Catalog.ts"
import { edits } from "../../../training/measure/Score.ts"
import { lentServerForFile } from "../../support/ForFile.ts"
import { call, postForm } from "../../support/Server.ts"

const texts = {
  am: "አባቴ በየቀኑ ጠዋት ጋዜጣ ያነባል። እህቴ ደግሞ ቡና ታፈላለች።",
  om: "Abbaan koo ganama hunda gaazexaa dubbisa. Obboleettiin koo immoo buna danfisti."
} as const

/** Of the letters and spaces that may be wrong; the model card has what is on average. */
const MOST_WRONG = 0.1

const server = lentServerForFile()

const spoken = async (voice: string, language: "am" | "om") => {
  const body = { text: texts[language], voice_id: voice, language }
  const { data } = await (await call(server, "POST", "/api/v1/voice/generations", body)).json()
  return Buffer.from(data.audio.split(",")[1], "base64")
}

const heard = async (audio: Uint8Array<ArrayBuffer>, language: "am" | "om") => {
  const response = await postForm(server, "/api/v2/stt", {
    audio: new File([audio], "speech.mp3", { type: "audio/mpeg" }),
    request_data: JSON.stringify({ language_code: language })
  })
  const { data } = await response.json()
  return data.transcription
}

for (const { id, language } of catalog)
  test(`what the voice ${id} says over HTTP is heard again`, async () => {
    const said = Array.from(units[language].read(texts[language]))
    const text = await heard(await spoken(id, language), language)
    expect(edits(said, Array.from(units[language].read(text))) / said.length).toBeLessThanOrEqual(MOST_WRONG)
  })
