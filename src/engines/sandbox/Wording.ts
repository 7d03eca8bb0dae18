/** What the sandbox says, in each language. Quotations stand in the language's own quotation marks. */
import type { WrittenLanguage } from "../TextModel.ts"

export interface Wording {
  /** Says what this model is. */
  readonly sandbox: string
  readonly refusal: string
  readonly quote: (text: string) => string
  readonly message: (quoted: string) => string
  readonly wordCount: (count: number) => string
  readonly translation: (quoted: string) => string
  readonly summary: (quoted: ReadonlyArray<string>) => string
  readonly turns: (count: { readonly user: number; readonly assistant: number; readonly tool: number }) => string
  readonly texts: (quoted: ReadonlyArray<string>) => string
  readonly textItem: (quoted: string, words: number) => string
  readonly images: (items: ReadonlyArray<string>) => string
  readonly imageItem: (quotedType: string, bytes: number) => string
  readonly tools: (quoted: ReadonlyArray<string>) => string
  readonly instructions: (count: number, quoted: string) => string
  readonly toolResult: (quotedName: string, quoted: string) => string
}

/** A quotation that cannot be ended by what is quoted. */
const quoting = (open: string, close: string, inner: readonly [open: string, close: string]) => (text: string) =>
  `${open}${text.replaceAll(open, inner[0]).replaceAll(close, inner[1])}${close}`

const numbered = (items: ReadonlyArray<string>, comma: string) =>
  items.map((item, index) => `${index + 1}) ${item}`).join(`${comma} `)

const am: Wording = {
  sandbox: "ይህ የሙከራ ሞዴል ነው፤ የሚናገረው ስለተቀበለው ነገር ብቻ ነው።",
  refusal: "ይቅርታ፣ በዚህ ጉዳይ መርዳት አልችልም።",
  quote: quoting("«", "»", ["‹", "›"]),
  message: (quoted) => `መልእክትዎ፦ ${quoted}።`,
  wordCount: (count) => `የቃላት ብዛት፦ ${count}።`,
  translation: (quoted) => `ትርጉሙ፦ ${quoted}።`,
  summary: (quoted) => `ማጠቃለያ፦ ${quoted.join("፣ ")}።`,
  turns: ({ assistant, tool, user }) => `የውይይቱ መልእክቶች፦ ከተጠቃሚ ${user}፣ ከረዳት ${assistant}፣ ከመሣሪያ ${tool}።`,
  texts: (quoted) => `ጽሑፎች፦ ${numbered(quoted, "፣")}።`,
  textItem: (quoted, words) => `${quoted} (${words} ቃላት)`,
  images: (items) => `ምስሎች፦ ${numbered(items, "፣")}።`,
  imageItem: (quotedType, bytes) => `${quotedType} (${bytes} ባይት)`,
  tools: (quoted) => `መሣሪያዎች፦ ${numbered(quoted, "፣")}።`,
  instructions: (count, quoted) => `የሥርዓት መመሪያዎች፦ ${count}፣ የመጨረሻው ${quoted}።`,
  toolResult: (quotedName, quoted) => `የመሣሪያው ${quotedName} ውጤት፦ ${quoted}።`
}

const om: Wording = {
  sandbox: "Kun moodeela yaalii ti; waa'ee waan argate qofa dubbata.",
  refusal: "Dhiifama, dhimma kana irratti gargaaruu hin danda'u.",
  quote: quoting("“", "”", ["‘", "’"]),
  message: (quoted) => `Ergaan keessan: ${quoted}.`,
  wordCount: (count) => `Baay'ina jechootaa: ${count}.`,
  translation: (quoted) => `Hiikni isaa: ${quoted}.`,
  summary: (quoted) => `Cuunfaa: ${quoted.join(", ")}.`,
  turns: ({ assistant, tool, user }) =>
    `Ergaalee marii: fayyadamaa irraa ${user}, gargaaraa irraa ${assistant}, meeshaa irraa ${tool}.`,
  texts: (quoted) => `Barreeffamoota: ${numbered(quoted, ",")}.`,
  textItem: (quoted, words) => `${quoted} (jechoota ${words})`,
  images: (items) => `Suuraalee: ${numbered(items, ",")}.`,
  imageItem: (quotedType, bytes) => `${quotedType} (baayitii ${bytes})`,
  tools: (quoted) => `Meeshaalee: ${numbered(quoted, ",")}.`,
  instructions: (count, quoted) => `Qajeelfamoota sirnaa: ${count}, inni dhumaa ${quoted}.`,
  toolResult: (quotedName, quoted) => `Bu'aa meeshaa ${quotedName}: ${quoted}.`
}

const en: Wording = {
  sandbox: "This is a sandbox model; it speaks only of what it received.",
  refusal: "Sorry, I cannot help with this.",
  quote: quoting("“", "”", ["‘", "’"]),
  message: (quoted) => `Your message: ${quoted}.`,
  wordCount: (count) => `Word count: ${count}.`,
  translation: (quoted) => `Its translation: ${quoted}.`,
  summary: (quoted) => `Summary: ${quoted.join(", ")}.`,
  turns: ({ assistant, tool, user }) =>
    `Messages of the conversation: ${user} from the user, ${assistant} from the assistant, ${tool} from tools.`,
  texts: (quoted) => `Texts: ${numbered(quoted, ",")}.`,
  textItem: (quoted, words) => `${quoted} (${words} words)`,
  images: (items) => `Images: ${numbered(items, ",")}.`,
  imageItem: (quotedType, bytes) => `${quotedType} (${bytes} bytes)`,
  tools: (quoted) => `Tools: ${numbered(quoted, ",")}.`,
  instructions: (count, quoted) => `System instructions: ${count}, the last one ${quoted}.`,
  toolResult: (quotedName, quoted) => `Result of the tool ${quotedName}: ${quoted}.`
}

export const wordings: Readonly<Record<WrittenLanguage, Wording>> = { am, om, en }
