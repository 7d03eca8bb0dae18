import { expect, test } from "bun:test"
import { Effect } from "effect"
import { type ChargeTerms, currentChargeTerms } from "../../src/Domain.ts"
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

const asked = (
  models: ReadonlyArray<DiarizerList.ListedDiarizer>,
  terms: ChargeTerms = { isFree: false },
  speakers: SpeakerCount = true
) =>
  DiarizerList.make(() => models)
    .diarize(sound, speakers)
    .pipe(
      Effect.match({
        onFailure: ({ _tag }): string | number | undefined => _tag,
        onSuccess: ([first]) => first?.speaker
      }),
      Effect.locally(currentChargeTerms, terms),
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

test("what a model that may not be sold tells of speakers makes the job free, and what it failed to tell does not", async () => {
  const of = async (models: ReadonlyArray<DiarizerList.ListedDiarizer>) => {
    const terms: ChargeTerms = { isFree: false }
    await asked(models, terms)
    return terms.isFree
  }
  expect(await of([listed(1, { isFree: true })])).toBe(true)
  expect(await of([listed(1)])).toBe(false)
  expect(await of([listed(1, { ...failing, isFree: true }), listed(2)])).toBe(false)
  expect(DiarizerList.make(() => [listed(1, { isFree: true })]).isFree()).toBe(true)
  expect(DiarizerList.make(() => []).isFree()).toBe(false)
})

test("how many speakers are asked for is what the model is asked", async () => {
  const seen: Array<SpeakerCount> = []
  const diarize: DiarizerList.ListedDiarizer["diarize"] = (_, speakers) => {
    seen.push(speakers)
    return Effect.succeed([])
  }
  await asked([listed(1, { diarize })], undefined, 3)
  await asked([listed(1, { diarize })])
  expect(seen).toEqual([3, true])
})
