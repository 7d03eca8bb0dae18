/**
 * What an engine means by a refusal, by its status and its words. Servers of the same protocol have words of their own:
 * each pattern names whose they are.
 */
import { Option } from "effect"
import { MISGENERATED, MODERATED, type RefusalWords } from "./RefusalWords.ts"
import { type Extent, extentIn } from "./StatedExtent.ts"

/** Which of an engine's settings is wrong. `QUOTA`: what its key may use is used up. */
export type Cause = "MODEL" | "API_KEY" | "URL" | "QUOTA"

export type Meaning =
  | ({ readonly _tag: "TooLong" } & Extent)
  | { readonly _tag: "Filtered" }
  /** The model has made what its own server cannot read: calls, or JSON. The request is good. */
  | { readonly _tag: "Misgenerated" }
  | { readonly _tag: "Misset"; readonly cause: Cause }
  | { readonly _tag: "Other" }

const OTHER: Meaning = { _tag: "Other" }

const any = (...patterns: ReadonlyArray<RegExp>): RegExp =>
  new RegExp(patterns.map(({ source }) => `(?:${source})`).join("|"), "i")

const TOO_LONG_CODES = any(
  // OpenAI, vLLM, Groq, DeepSeek; llama.cpp; Anthropic; GitHub
  /context_(?:length|window|size)_exceeded/,
  /exceed_context_size/,
  /request_too_large/,
  /tokens_limit_reached|max_prompt_tokens_exceeded/
)

const TOO_LONG = any(
  // OpenAI, vLLM, OpenRouter, DeepSeek; xAI
  /maximum (?:context|prompt|model|input|sequence) length/,
  // llama.cpp, Ollama, LM Studio, llama-cpp-python, SGLang, MiniMax, LiteLLM
  /(?:exceed|overflow|longer than|larger than|greater than|too (?:long|large|many))[^.]{0,90}(?:context[\s_-]?(?:length|window|size|limit)|n_ctx|max_(?:seq_len|model_len))/,
  /context[\s_-]?(?:length|window|size|limit)[^.\d]{0,40}(?:exceed|overflow)/,
  /n_keep[^.]{0,40}n_ctx|context the overflows|reached context length/,
  // RKLLM
  /\d+ tokens? but [^.]{0,40}context[\s_-]?(?:length|window|size|limit)/,
  /number of tokens to keep[^.]{0,60}context/,
  // Gemini, GitHub, Moonshot
  /token count[^.]{0,60}exceed|exceed\w*[^.]{0,40}token limit/,
  // Anthropic, Bedrock, Fireworks, Zhipu
  /\b(?:prompt|input|conversation|request|messages?)(?: \([^)]*\))?(?: (?:is|are|was))? too (?:long|large)\b/,
  /prompt exceeds/,
  // OpenAI's limits on single fields
  /'(?:input|prompt|messages\b)[^']*': string too long/,
  // Mistral, Cohere
  /too large for model|too many tokens/,
  // TGI, TEI
  /`?inputs`?[^.]{0,60}(?:must be <=|must have less than)/,
  // DashScope, Groq, Cerebras
  /range of input length|reduce the length of (?:the|your|either)/,
  // Vertex AI; Volcengine; Baidu; Zhipu
  /token count is \d+ but model only supports/,
  /exceed\w* max\w*(?: message| input)? tokens|tokens? too long/,
  /prompt ?超长/,
  // vLLM, of a prompt that leaves nothing of the context for an answer
  /max_(?:completion_)?tokens must be at least 1, got -\d/
)

/** What OpenAI and Groq say with 429 of a request that is larger than what a minute may have: to wait does not help. */
const LARGER_THAN_A_MINUTE = /request too large|must be reduced in order/i

const FILTERED_CODES = any(
  new RegExp(MODERATED),
  // OpenAI, LiteLLM; Azure; OpenAI
  /content[_-]?(?:policy|block|moderat|filter)/,
  /responsibleai/,
  /invalid_prompt/,
  // Gemini
  /prohibited_content|^(?:image_)?safety$|^blocklist$|^spii$|^recitation$/,
  // DashScope, Bedrock, xAI
  /data_?inspection|guardrail|safety_check|moderation|sensitive/
)

const FILTERED = any(
  // Azure, Anthropic
  /content (?:management|filter)|content[ _]?policy/,
  // DeepSeek, Moonshot, DashScope, Zhipu, MiniMax
  /content exists risk|considered high risk|inappropriate content|sensitive (?:content|words?|information)/,
  // OpenRouter, OpenAI
  /flagged (?:for|as|by)|requires moderation|safety (?:system|settings|filters?|reasons?|polic)/,
  // Gemini
  /prohibited (?:content|use)|(?:prompt|response|content) (?:was|is|has been) blocked/,
  // xAI
  /violat\w+[^.]{0,60}(?:polic|guidelines)/,
  // LiteLLM, Kong; Zhipu
  /blocked by (?:\w+ )?(?:guardrails?|moderation|safety)/,
  /敏感|不安全|违规/
)

const MISGENERATED_CODES = any(
  new RegExp(MISGENERATED),
  // Groq
  /tool_use_failed|json_validate_failed|output_parse_failed/,
  // Gemini, Bedrock
  /malformed_(?:function_call|tool_use|tool_call|model_output|response)|unexpected_tool_call|too_many_tool_calls/
)

const MISGENERATED_WORDS = any(
  // Groq, Cerebras
  /failed to (?:call a function|generate (?:json|tool[ _]?calls?))|'failed_generation'/,
  /tool call validation failed|attempted to call tool '[^']{0,200}' which was not/,
  // llama.cpp, of what its model wrote
  /failed to parse input at pos \d/,
  // Ollama; LM Studio
  /error parsing tool call|failed to parse tool call:/,
  // vLLM, of channels, and of a required call
  /harmonyerror|unexpected tokens? (?:remaining in message header|\d+ while expecting start token)/,
  /validation errors? for list\[function/,
  // Cohere
  /no valid (?:response|tool calls?) generated/
)

const QUOTA_CODES = any(
  /insufficient_?(?:quota|balance|credits?|funds)/,
  /billing_hard_limit|billing_not_active/,
  // DashScope
  /arrearage/
)
const QUOTA = any(
  /insufficient (?:account )?(?:balance|credits?|quota|funds)/,
  /credit balance is too low|out of credits|billing hard limit|account is in good standing/
)

const KEY_CODES = any(
  /(?:invalid|incorrect|missing|expired)_?(?:x_)?api_?key|api_?key_?(?:invalid|expired|missing)|auth(?:entication)?_error|unauthenticated/
)
const KEY = any(
  /\b(?:api|access|auth\w*)[ _-]?(?:key|token)s?\b[^.]{0,60}(?:not valid|invalid|incorrect|missing|expired|required|revoked)/,
  /\bno api[ _-]?key (?:passed|provided|found|given)/,
  /\b(?:invalid|incorrect|missing|expired|wrong)\b[^.]{0,20}\b(?:api|access|auth\w*)[ _-]?(?:key|token|credentials)/
)

const MODEL_CODES = any(
  /model_?not_?(?:found|available|exist)/,
  /deployment_?not_?found|model_decommissioned|invalid_model/
)
const MODEL = any(
  // Ollama, vLLM, OpenAI, Groq, DeepSeek, Gemini, xAI
  /\b(?:models?|deployment)\b(?:(?!support).){0,160}?\b(?:not found|not exist|doesn't exist|decommissioned|not loaded)/,
  // Mistral, LiteLLM, LM Studio, Together, Bedrock
  /\b(?:unknown|invalid|no such|unable to access|access to) model\b|not a valid model|no models? loaded/,
  /model (?:identifier|name|id)\b[^.]{0,60}(?:invalid|unknown)/,
  // LM Studio, which is to be told which; Azure, of a deployment that cannot chat; Zhipu
  /multiple models are loaded|operation does not work with the specified model|模型不存在/
)
/** What gateways say with 503 of a model that none of their servers has. */
const NO_CHANNEL = /no available channels? for model/i
/** What a refusal with 404 says that is about the model. */
const ABOUT_MODEL = /\b(?:models?|deployment)\b|no endpoints found for/i
/** OpenRouter: it has the model, and not what this request needs of it. */
const LACKS_FEATURE = /no endpoints found that/i

// LM Studio (with status 200), OpenAI
const ROUTE = any(/unexpected endpoint/, /unknown_url|invalid url \(/, /unknown (?:endpoint|route|request url)/)

const BAD_REQUEST = 400
const UNAUTHORIZED = 401
const PAYMENT_REQUIRED = 402
const FORBIDDEN = 403
const NO_ROUTE: ReadonlySet<number> = new Set([404, 405])
const REQUEST_TIMEOUT = 408
const TOO_LARGE = 413
const TOO_MANY = 429
const FIRST_SERVER_ERROR = 500
/** The server is busy, starting, or behind one that is: its words are not about the request. */
const PASSING: ReadonlySet<number> = new Set([REQUEST_TIMEOUT, 503, 504])

interface RefusalText {
  readonly status: number
  readonly codes: string
  readonly text: string
}

const isQuota = ({ codes, status, text }: RefusalText): boolean =>
  status === PAYMENT_REQUIRED || QUOTA_CODES.test(codes) || (status < FIRST_SERVER_ERROR && QUOTA.test(text))

const isTooLong = ({ codes, status, text }: RefusalText): boolean => {
  if (status === TOO_MANY) return TOO_LONG_CODES.test(codes) || LARGER_THAN_A_MINUTE.test(text)
  return status === TOO_LARGE || TOO_LONG_CODES.test(codes) || TOO_LONG.test(text)
}

const isMisgenerated = ({ codes, text }: RefusalText): boolean =>
  MISGENERATED_CODES.test(codes) || MISGENERATED_WORDS.test(text)

const isFiltered = ({ codes, text }: RefusalText): boolean =>
  codes.split("\n").some((code) => FILTERED_CODES.test(code)) || FILTERED.test(text)

/** Which setting is wrong, if one is. */
const missetBy = (read: RefusalText): Cause | undefined => {
  const { codes, status, text } = read
  if (isQuota(read)) return "QUOTA"
  if (status === UNAUTHORIZED) return "API_KEY"
  if (MODEL_CODES.test(codes)) return "MODEL"
  if (KEY_CODES.test(codes) && status !== TOO_MANY) return "API_KEY"
  if (status >= FIRST_SERVER_ERROR || status === TOO_MANY) return undefined
  if (LACKS_FEATURE.test(text)) return undefined
  if (MODEL.test(text)) return "MODEL"
  if (ROUTE.test(`${codes}\n${text}`)) return "URL"
  if (NO_ROUTE.has(status)) return ABOUT_MODEL.test(text) ? "MODEL" : "URL"
  return status === FORBIDDEN || KEY.test(text) ? "API_KEY" : undefined
}

/** What a refusal means; an error in an answer that began well has no status where it names none. */
export const meaningOf = (status: Option.Option<number>, words: RefusalWords): Meaning => {
  const read: RefusalText = {
    status: Option.getOrElse(status, () => BAD_REQUEST),
    codes: words.codes.join("\n"),
    text: words.sentences.join("\n")
  }
  if (PASSING.has(read.status)) {
    return MODEL_CODES.test(read.codes) || NO_CHANNEL.test(read.text) ? { _tag: "Misset", cause: "MODEL" } : OTHER
  }
  if (read.status === UNAUTHORIZED || isQuota(read)) {
    return { _tag: "Misset", cause: isQuota(read) ? "QUOTA" : "API_KEY" }
  }
  if (read.status !== TOO_MANY && isMisgenerated(read)) return { _tag: "Misgenerated" }
  if (isTooLong(read)) return { _tag: "TooLong", ...extentIn(words) }
  if (read.status !== TOO_MANY && isFiltered(read)) return { _tag: "Filtered" }
  const cause = missetBy(read)
  return cause === undefined ? OTHER : { _tag: "Misset", cause }
}
