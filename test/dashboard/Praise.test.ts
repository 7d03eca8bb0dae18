/** What the server says of itself: nothing is praised that nothing has judged, and what is there for trying is said to be. */
import { describe, expect, test } from "bun:test"
import { join, resolve } from "node:path"
import { Glob } from "bun"
import { messagesOf } from "./MessageTexts.ts"

const ROOT = resolve(import.meta.dir, "../..")

/** Words for quality in each language: no message of the page needs one. */
const QUALITY = {
  en: /\bquality\b|\b(?:premium|superior|lifelike|human-like)\b/i,
  am: /ጥራት|ምርጥ/,
  om: /qulqullin|filatamaa/i
}
/** What descriptions and guides do not say: a format's quality is a number, and a check's result a word of the contract. */
const PRAISE =
  /\b(?:high(?:er|est)?|best|top|premium|superior|studio|excellent)[- ]quality\b|\b(?:premium|lifelike|human-like) voice/i

describe("the words for praise", () => {
  test.each([
    ["en", "High quality"],
    ["en", "Premium voice"],
    ["am", "ከፍተኛ ጥራት"],
    ["om", "Qulqullina olaanaa"]
  ] as const)("praise on a page is known, in %s: %s", (language, words) =>
    expect(QUALITY[language].test(words)).toBe(true)
  )

  test.each(["High quality", "a high-quality voice", "premium voices"])(
    "praise in a description is known: %s",
    (words) => expect(PRAISE.test(words)).toBe(true)
  )
})

test.each(["en", "am", "om"] as const)(
  "no text of the page calls anything of high quality, in %s",
  async (language) => {
    const texts = await messagesOf(language)
    expect(texts.size).toBeGreaterThan(500)
    expect(Array.from(texts).filter(([, { text }]) => QUALITY[language].test(text))).toEqual([])
  }
)

test("no source of a page or a description, and no guide, calls anything of high quality", async () => {
  const files = ["README.md", "SECURITY.md", "docs/**/*.md", "src/**/*.{ts,tsx,md}"].flatMap((pattern) =>
    Array.from(new Glob(pattern).scanSync(ROOT))
  )
  expect(files.length).toBeGreaterThan(500)
  const praising: Array<string> = []
  for (const file of files) if (PRAISE.test(await Bun.file(join(ROOT, file)).text())) praising.push(file)
  expect(praising).toEqual([])
})

test("every tab of the playground whose answers come from engines for trying says so", async () => {
  const tabs = {
    ChatTab: ["text_model"],
    ConversationTab: ["recognizer", "text_model"],
    TranscriptionTab: ["recognizer"],
    TranslationTab: ["text_model"]
  }
  for (const [tab, kinds] of Object.entries(tabs)) {
    const source = await Bun.file(join(ROOT, `src/dashboard/web/playground/${tab}.tsx`)).text()
    expect([tab, source.includes(`<Trial of={[${kinds.map((kind) => `"${kind}"`).join(", ")}]} />`)]).toEqual([
      tab,
      true
    ])
  }
  // A new tab is to be put here, with its engines or without.
  const files = Array.from(new Glob("*.tsx").scanSync(join(ROOT, "src/dashboard/web/playground")))
  const others = ["Commands.tsx", "PlaygroundPage.tsx", "Trial.tsx", "VoiceTab.tsx", "key.tsx"]
  expect(files.toSorted()).toEqual([...others, ...Object.keys(tabs).map((tab) => `${tab}.tsx`)].toSorted())
})
