/** What help, messages and documents offer as a value of a setting is a value that this setting takes. */
import { expect, test } from "bun:test"
import { Effect, Either } from "effect"
import { amount } from "../../src/settings/Checks.ts"
import { Settings, settingNames, settingsHelp } from "../../src/settings/Config.ts"
import { defaultPrices } from "../../src/settings/PriceTable.ts"
import { DOCUMENTS, textOf } from "../docs/Pages.ts"

/** What the start says of these variables. */
const refusal = (variables: Readonly<Record<string, string>>): string =>
  Either.match(Effect.runSync(Effect.either(Effect.provide(Settings, Settings.layerFrom(variables)))), {
    onLeft: ({ message }) => message,
    onRight: () => ""
  })

/** What is wrong with this variable; that it needs another one is no fault of its value. */
const complaint = (name: string, value: string): string | undefined =>
  refusal({ [name]: value })
    .split("\n")
    .find((line) => line.startsWith(`${name}: `))

const takes = (name: string) => (value: string) => complaint(name, value) === undefined

/** Is no value of a setting that refuses anything. */
const NO_VALUE = "\u0001"

/** Describes the form of a value and offers none. What looks like a value and stands elsewhere has to be taken. */
const DESCRIPTIONS = [
  "sk_ and 40 to 200 letters",
  "16 or more printable",
  "http:// or https:// address",
  "S3-compatible",
  "an s3:// address",
  "public= where",
  "style=virtual where",
  "/v1 for audio/transcriptions",
  "/v1 for audio/speech",
  "/v1 for text",
  "and websocket_url",
  "OTLP/HTTP",
  "http(s) address",
  "(default: http://localhost:{port})",
  `: ${amount.accepts}, by ${Object.keys(defaultPrices).join(", ")}`
]

const isPlainWord = (word: string) => /^[A-Za-z'’-]+$/.test(word)

/** The words of a text that are no plain words: numbers, addresses, signs, JSON. */
const literals = (text: string): ReadonlyArray<string> =>
  DESCRIPTIONS.reduce((rest, description) => rest.replaceAll(description, " "), text)
    .split(/\s+/)
    .map((word) => word.replace(/^\(/, "").replace(/([\]}*\w])[,;:.)]+$/, "$1"))
    .filter((word) => word !== "" && !isPlainWord(word) && !settingNames.includes(word))

const helpOf = (name: string): string =>
  settingsHelp
    .split("\n")
    .find((line) => line.startsWith(`${name} `))
    ?.slice(name.length) ?? ""

test.each(settingNames)("every value that the help offers for %s is taken", (name) => {
  const help = helpOf(name)
  expect(literals(help).filter((word) => !takes(name)(word))).toEqual([])
  const shown = /\(default: (.*)\)$/.exec(help)?.[1] ?? ""
  if (isPlainWord(shown) && shown !== "none") expect(complaint(name, shown)).toBeUndefined()
})

test.each(settingNames)("every value that the refusal of a bad %s offers is taken", (name) => {
  const offered = complaint(name, NO_VALUE)?.split("; accepted: ")[1]
  if (offered === undefined) return
  const words = /^\w+(, \w+)+$/.test(offered) ? offered.split(", ") : literals(offered)
  expect(words.filter((word) => !takes(name)(word))).toEqual([])
})

test("the example of QAL_PRICES is of the real table, and every price of the table can be set", () => {
  const example = /\{.*?\}/.exec(complaint("QAL_PRICES", "x") ?? "")?.[0] ?? ""
  expect(Object.keys(JSON.parse(example)).filter((name) => !(name in defaultPrices))).toEqual([])
  expect(complaint("QAL_PRICES", example)).toBeUndefined()
  for (const [name, price] of Object.entries(defaultPrices)) {
    expect(complaint("QAL_PRICES", `{"${name}":${price}}`)).toBeUndefined()
    expect(complaint("QAL_PRICES", `{"${name}":"${price}"}`)).toBeUndefined()
  }
})

test.each(DOCUMENTS)("every line of %s that sets something can be copied", (file) => {
  const text = textOf(file)
  for (const line of text.split("\n")) {
    // Those of tests and benches are not the server's.
    const found = line.matchAll(/\b((?:QAL(?!_TEST|_BENCH)|AWS)_[A-Z_]+)=([^\s`]+)/g)
    const variables = [...found].map(([, name = "", value = ""]) => [name, value])
    for (const [name] of variables) expect(settingNames).toContain(name ?? "")
    expect(refusal(Object.fromEntries(variables))).toBe("")
  }
})
