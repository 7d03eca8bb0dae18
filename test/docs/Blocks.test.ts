/** Every fenced block that README and the guides show is run or checked by a test, or is said here to be none to run. */
import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Block, blocksOf, GUIDES, ROOT, textOf } from "./Pages.ts"

/** Which blocks, by their language and words in them, and what runs them or why nothing does. */
interface Rule {
  readonly language: string
  readonly words: RegExp
  /** The file of the test; it reads the blocks by `Pages.ts`. */
  readonly by?: string
  readonly because?: string
}

const RULES: ReadonlyArray<Rule> = [
  { language: "sh", words: /^curl /m, by: "test/docs/Commands.long.test.ts" },
  { language: "sh", words: /^bun run qal /m, by: "test/docs/Operator.long.test.ts" },
  { language: "sh", words: /^QAL_\w+=.* bun run start$/m, by: "test/settings/Examples.test.ts" },
  {
    language: "sh",
    words: /^npx --yes bun run start/,
    because:
      "test/cli/CommandLine.long.test.ts runs its program, `src/main.ts serve`, in a fresh folder; npx would fetch Bun"
  },
  { language: "sh", words: /^npx --yes bun run test/, because: "it runs this test; .ci/run runs the line" },
  {
    language: "sh",
    words: /^bun run build$/m,
    because: "test/binary/Binary.long.test.ts runs its program, .ci/build.ts, and uses what it makes"
  },
  {
    language: "sh",
    words: /^ {2}qal move --to postgres:/m,
    because: "it names a database and a bucket of the reader's; test/storage/move runs the command on its own"
  },
  // All of them compile, too: test/docs/TypeScript.long.test.ts.
  {
    language: "ts",
    words: /from "(openai|ai|@langchain\/openai|addisai|@livekit\/agents-plugin-openai)"/,
    by: "test/docs/Recipes.clients.test.ts"
  },
  { language: "ts", words: /from "@openai\/agents-realtime"/, by: "test/docs/Realtime.clients.test.ts" },
  { language: "ts", words: /setupComplete/, by: "test/docs/Conversation.live.test.ts" },
  { language: "ts", words: /session\.authenticate/, by: "test/docs/Transcription.live.test.ts" },
  { language: "json", words: /"setupComplete"|"audio\.finish"/, by: "test/docs/Conversation.live.test.ts" },
  { language: "json", words: /"status":"error"/, by: "test/docs/Errors.test.ts" },
  { language: "json", words: /"family"/, by: "test/models/Manifest.test.ts" },
  { language: "ini", words: /OPENAI_API_BASE_URL/, by: "test/docs/Recipes.clients.test.ts" },
  { language: "yaml", words: /^services:/, by: "test/docs/Recipes.clients.test.ts" },
  { language: "sql", words: /^SELECT /, by: "test/docs/SeveralMachines.cluster.test.ts" },
  { language: "text", words: /^/, because: "a diagram" }
]

const rulesOf = ({ language, text }: Block): ReadonlyArray<Rule> =>
  RULES.filter((rule) => rule.language === language && rule.words.test(text))

const blocks = GUIDES.flatMap(blocksOf)

test("every block of README and the guides has a language, and exactly one rule that says what checks it", () => {
  expect(blocks.length).toBeGreaterThan(30)
  const wrong = blocks
    .filter((block) => rulesOf(block).length !== 1)
    .map((block) => `${block.path}: ${rulesOf(block).length} rules for \`\`\`${block.language}\n${block.text}`)
  expect(wrong).toEqual([])
})

test("every rule has blocks, and a test that reads documents or a reason why there is none", () => {
  for (const rule of RULES) {
    const { because = "", by, language, words } = rule
    expect([language, words.source, blocks.some((block) => rulesOf(block).includes(rule))]).toEqual([
      language,
      words.source,
      true
    ])
    if (by === undefined) expect(because).not.toBe("")
    else {
      expect([by, existsSync(join(ROOT, by))]).toEqual([by, true])
      expect(readFileSync(join(ROOT, by), "utf8")).toMatch(/docs\/Pages\.ts"|"\.\/Pages\.ts"/)
    }
  }
})

test("every opening fence of a document has its closing one", () => {
  for (const path of GUIDES) {
    const fences = textOf(path).match(/^```/gm)?.length ?? 0
    expect([path, fences]).toEqual([path, 2 * blocksOf(path).length])
  }
})
