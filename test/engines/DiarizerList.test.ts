import { expect, test } from "bun:test"
import { Effect } from "effect"
import { ProviderError } from "../../src/Errors.ts"
import type { SpeakerCount } from "../../src/engines/Diarizer.ts"
import * as DiarizerList from "../../src/engines/DiarizerList.ts"

const sound = new Int16Array(320)

/** Tells as many turns as its number, or fails. */
const listed = (number: number, changes: Partial<DiarizerList.ListedDiarizer> = {}): DiarizerList.ListedDiarizer => ({
  id: `model-${number}`,
  languages: [],
  licence: "MIT",
  isFree: false,
  diarize: () => Effect.succeed([{ speaker: number, start: 0, end: 1 }]),
  ...changes
})
const failing = { diarize: () => Effect.fail(new ProviderError({ message: "it failed" })) }

const asked = (models: ReadonlyArray<DiarizerList.ListedDiarizer>, speakers: SpeakerCount = true) =>
  DiarizerList.make(() => models)
    .diarize(sound, speakers)
    .pipe(
      Effect.match({
        onFailure: ({ _tag }): string | number | undefined => _tag,
        onSuccess: ([first]) => first?.speaker
      }),
      Effect.runPromise
    )

test("the first model that tells speakers apart is asked, and where it fails the next one", async () => {
  expect(await asked([listed(1), listed(2)])).toBe(1)
  expect(await asked([listed(1, failing), listed(2)])).toBe(2)
  expect(await asked([listed(1, failing), listed(2, failing)])).toBe("PROVIDER_ERROR")
})

test("where no model is left that tells speakers apart the request fails as one that may be tried again", async () => {
  expect(await asked([])).toBe("PROVIDER_UNAVAILABLE")
})

test("how many speakers are asked for is what the model is asked", async () => {
  const seen: Array<SpeakerCount> = []
  const diarize: DiarizerList.ListedDiarizer["diarize"] = (_, speakers) => {
    seen.push(speakers)
    return Effect.succeed([])
  }
  await asked([listed(1, { diarize })], 3)
  await asked([listed(1, { diarize })])
  expect(seen).toEqual([3, true])
})
