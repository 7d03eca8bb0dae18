import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import { isInScript } from "../../src/chat/Script.ts"

const amharic = "አዲስ አበባ የኢትዮጵያ ዋና ከተማ ናት። ከተማዋ በ1886 ዓ.ም. ተመሠረተች።"
const oromo = "Finfinneen magaalaa guddoo Itoophiyaa ti. Bara 1886 hundaa'e."
const english = "Addis Ababa is the capital of Ethiopia. It was founded in 1886."

test("an answer in the language's script is recognised, and one in another is not", () => {
  expect(isInScript(amharic, "am")).toBe(true)
  expect(isInScript(oromo, "om")).toBe(true)
  expect(isInScript(english, "am")).toBe(false)
  expect(isInScript(oromo, "am")).toBe(false)
  expect(isInScript(amharic, "om")).toBe(false)
  expect(isInScript("亚的斯亚贝巴是埃塞俄比亚的首都。", "am")).toBe(false)
  expect(isInScript("Аддис-Абеба — столица Эфиопии.", "om")).toBe(false)
})

test("code, addresses, names and quotations may be in any script", () => {
  const code = "```python\nfor city in cities:\n    print(city.name, city.founded)\n```"
  expect(isInScript(`ኮዱ ይኸውና፦\n${code}`, "am")).toBe(true)
  expect(isInScript(code, "am")).toBe(true)
  expect(isInScript("`git commit --amend` ይጠቀሙ።", "am")).toBe(true)
  expect(isInScript("ይህን ይመልከቱ፦ https://example.org/some/long/english/path እና me@example.org", "am")).toBe(true)
  expect(isInScript("Addis Ababa", "am")).toBe(true)
  expect(isInScript("ጽሑፉ “the quick brown fox jumps over the lazy dog” ይላል።", "am")).toBe(true)
  expect(isInScript('{"name": "city", "founded": 1886, "capital": "yes"}', "am")).toBe(true)
  expect(isInScript("HTTP እና JSON የሚባሉ ቃላት አሉ።", "am")).toBe(true)
  expect(isInScript("Jechi «ሰላም ለዓለም ሁሉ ይሁን» jedhu nagaa jechuu dha.", "om")).toBe(true)
  expect(isInScript("<b>ደማቅ</b> <span class='note'>ማስታወሻ</span> {user_name}", "am")).toBe(true)
  expect(isInScript("12, 34.5; 2025-01-01 😀", "am")).toBe(true)
  expect(isInScript("", "om")).toBe(true)
})

test("code that is never closed is code to the end", () => {
  expect(isInScript("ኮድ፦\n```js\nconst answer = await fetch(url)\nreturn answer", "am")).toBe(true)
})

test("a few foreign words pass, an English answer with an Amharic name in it does not", () => {
  expect(isInScript("ይህ software የተባለ ነገር በኮምፒውተር ላይ ይሠራል።", "am")).toBe(true)
  expect(isInScript("The word ሰላም means peace in Amharic and is used as a greeting.", "am")).toBe(false)
  expect(isInScript("Gaariin ሰላም jedhame kun dhuunfaa kooti.", "om")).toBe(true)
})

const lowercase = FastCheck.array(FastCheck.stringMatching(/^[a-z]{2,9}$/), { minLength: 1, maxLength: 40 })

test("whatever is quoted or fenced off changes nothing", () => {
  FastCheck.assert(
    FastCheck.property(lowercase, FastCheck.constantFrom(amharic, oromo, english), (words, answer) => {
      for (const language of ["am", "om"] as const) {
        const plain = isInScript(answer, language)
        expect(isInScript(`${answer} “${words.join(" ")}”`, language)).toBe(plain)
        expect(isInScript(`${answer}\n\`\`\`\n${words.join(" ")}\n\`\`\``, language)).toBe(plain)
      }
    })
  )
})

test.each(["<a", "`", '"', "“", "«", "a.", "a@", "{a", "~", "a-", "http:/", "ሀ", "a'"])(
  "an answer of nothing but %p is read in time linear in its length",
  (part) => {
    const begun = performance.now()
    isInScript(part.repeat(200_000), "am")
    expect(performance.now() - begun).toBeLessThan(2_000)
  }
)
