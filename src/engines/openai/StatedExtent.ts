/** How long a prompt was and how long it may be, as an engine says that refuses it. */
import { Option } from "effect"
import type { RefusalWords } from "./RefusalWords.ts"

/** Tokens. */
export interface Extent {
  /** As the engine counts it: the prompt, or that and the answer that may follow it. */
  readonly asked: Option.Option<number>
  /** Of what was asked the prompt alone, where the engine says that apart. */
  readonly prompt: Option.Option<number>
  /** What the engine holds. */
  readonly holds: Option.Option<number>
}

const NUMBER = "(\\d[\\d,_]*)"
/** What stands between the name of a limit and its number; `by` tells by how much it is passed. */
const BETWEEN = "(?:(?!\\bby\\b)[^\\d]){0,25}?"

/** The longest that any engine holds: a larger number is none of tokens. */
const MOST = 100_000_000

/** Where servers say what they hold, the surest first. */
const LIMITS: ReadonlyArray<RegExp> = [
  // Anthropic: `190000 + 20000 > 200000`, `210000 tokens > 200000 maximum`
  new RegExp(`>\\s*${NUMBER}`),
  // LM Studio, of both: `n_keep: 5000>= n_ctx: 4096`; TabbyAPI
  new RegExp(`n_ctx\\W{0,3}${NUMBER}`, "i"),
  new RegExp(`(?:greater|longer|larger) than (?:the )?(?:max_seq_len|max_model_len)\\W{0,3}${NUMBER}`, "i"),
  // OpenAI, vLLM, OpenRouter, DeepSeek, LM Studio, xAI
  new RegExp(
    `(?:max\\w*|model(?:'s)?|available|loaded with) (?:context|prompt|input|sequence|model) (?:length|window|size|limit)${BETWEEN}${NUMBER}`,
    "i"
  ),
  // llama.cpp, LM Studio, llama-cpp-python
  new RegExp(`(?:context (?:length|window|size|limit)|n_ctx|max_seq_len|max_model_len)${BETWEEN}${NUMBER}`, "i"),
  // Mistral
  new RegExp(`${NUMBER}(?: tokens?)? (?:maximum|max|limit)\\b`, "i"),
  // Gemini, TGI, Moonshot, GitHub
  new RegExp(`(?:maximum[^.\\d]{0,60}|max[ _]\\w+|limit|allowed|<=|less than|at most|up to)${BETWEEN}${NUMBER}`, "i"),
  // DashScope: `[1, 30720]`
  new RegExp(`\\[\\d+, ?${NUMBER}\\]`)
]

const SUM = new RegExp(`${NUMBER}\\s*\\+\\s*${NUMBER}\\s*>`)

/** A number that is all of what it counts: vLLM stops counting a prompt, and then says `at least 193`. */
const WHOLE_NUMBER = `(?<!at least |[\\d,_])${NUMBER}`

/** Where servers say the prompt's own length beside an answer's. */
const PROMPTS: ReadonlyArray<RegExp> = [
  // Anthropic: `190000 + 20000 > 200000`
  SUM,
  // OpenAI, DeepSeek: `4500 in the messages`; OpenRouter: `38000 of text input`
  new RegExp(
    `${WHOLE_NUMBER}(?: tokens)? (?:in|of|from|for) (?:the |your )?(?:text )?(?:messages?|prompt|input)\\b`,
    "i"
  ),
  // vLLM, TGI: `5000 input tokens`, "5000 `inputs` tokens", `5000 prompt tokens`
  new RegExp(`${WHOLE_NUMBER} \\W?(?:inputs?|prompt|messages?)\\W? tokens`, "i")
]

const numberOf = (text: string | undefined): number => Number((text ?? "").replaceAll(/[,_]/g, ""))

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0 && value <= MOST

const counted = (value: number | undefined): Option.Option<number> => Option.filter(Option.fromNullable(value), isCount)

/** The extent that a sentence states: what was asked for is the first number beyond the limit. */
const stated = (text: string): Extent => {
  const holds = Option.firstSomeOf(LIMITS.map((limit) => counted(numberOf(limit.exec(text)?.[1]))))
  const [, first, second] = SUM.exec(text) ?? []
  const sum = first === undefined ? [] : [numberOf(first) + numberOf(second)]
  const numbers = [...sum, ...Array.from(text.matchAll(new RegExp(NUMBER, "g")), ([number]) => numberOf(number))]
  const asked = Option.flatMap(holds, (limit) => counted(numbers.find((number) => number > limit && isCount(number))))
  const isPrompt = (number: number) => !Option.contains(holds, number) && !Option.exists(asked, (all) => number > all)
  const prompts = PROMPTS.map((prompt) => Option.filter(counted(numberOf(prompt.exec(text)?.[1])), isPrompt))
  return { asked, prompt: Option.firstSomeOf(prompts), holds }
}

/** The extent that an engine states; in tokens alone, as other measures say nothing to who counts these. */
export const extentIn = ({ counts, sentences }: RefusalWords): Extent => {
  const holds = counted(counts.get("n_ctx"))
  if (Option.isSome(holds)) {
    const prompt = counted(counts.get("n_prompt_tokens"))
    return { holds, prompt, asked: prompt }
  }
  const all = sentences.filter((sentence) => /token|context|n_ctx|max_seq_len|input length/i.test(sentence)).map(stated)
  const extent = all.find(({ holds }) => Option.isSome(holds))
  return extent ?? { asked: Option.none(), prompt: Option.none(), holds: Option.none() }
}
