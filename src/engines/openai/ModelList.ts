/**
 * What servers list under `GET /models`: the models that they have, by every name of theirs, and how many tokens each
 * of them holds, where the server says. Lists differ; what cannot be read of one says nothing.
 */
import { Option, Predicate } from "effect"

/** A model of a list. */
interface ListedModel {
  readonly names: ReadonlyArray<string>
  /** Tokens that it holds, as it is served. */
  readonly holds: Option.Option<number>
  /** Tokens that it was made for: an upper bound of what it holds as it is served. */
  readonly madeFor: Option.Option<number>
  /** Who has it, in the server's words, by which some servers can be known. */
  readonly owner: string
}

export interface ModelList {
  readonly models: ReadonlyArray<ListedModel>
  /** Whether a model that is not in it is not there. */
  readonly isWhole: boolean
}

type Fields = { readonly [key: PropertyKey]: unknown }

const fields = (value: unknown): Fields => (Predicate.isRecord(value) ? value : {})
const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The longest context that is sold, and more. */
const MOST_TOKENS = 100_000_000

/** A number of tokens, also as text; none where it is not one. */
export const tokensIn = (value: unknown): Option.Option<number> => {
  const tokens = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof tokens === "number" && Number.isSafeInteger(tokens) && tokens > 0 && tokens <= MOST_TOKENS
    ? Option.some(tokens)
    : Option.none()
}

/** The first of these that is a number of tokens. */
const firstOf = (...values: ReadonlyArray<unknown>): Option.Option<number> => Option.firstSomeOf(values.map(tokensIn))

/** Servers that answer with the one model that they have, whatever a request names. */
const ANSWER_TO_ANY_NAME = new Set(["llamacpp", "koboldcpp"])

const namesOf = ({ aliases, id, model, name, root }: Fields): ReadonlyArray<string> =>
  [id, model, name, root, ...list(aliases)].filter((given) => typeof given === "string" && given !== "").map(String)

const listedOf = (value: unknown): ListedModel => {
  const model = fields(value)
  const meta = fields(model.meta)
  const provider = fields(model.top_provider)
  return {
    names: namesOf(model),
    holds: firstOf(
      // LM Studio, vLLM, OpenRouter (of the server behind it), llama.cpp, Groq, OpenRouter and Together, Ollama
      model.loaded_context_length,
      model.max_model_len,
      provider.context_length,
      meta.n_ctx,
      model.context_window,
      model.context_length,
      // Gemini's own list
      model.inputTokenLimit
    ),
    // LM Studio and Mistral, llama.cpp
    madeFor: firstOf(model.max_context_length, meta.n_ctx_train),
    owner: typeof model.owned_by === "string" ? model.owned_by : ""
  }
}

/** Models of a list that are looked at. */
const MOST_MODELS = 5_000

/** Whether an entry tells that requests may name what the list does not: a pattern, or one of Azure's, whose requests name deployments. */
const isOpen = (value: unknown): boolean => {
  const model = fields(value)
  return namesOf(model).some((name) => name.includes("*")) || "lifecycle_status" in model
}

/** The list in an answer; none where there is none, or nothing in it. */
export const listIn = (answer: unknown): Option.Option<ModelList> => {
  const { data, has_more, models } = fields(answer)
  const all = Array.isArray(answer) ? answer : list(data).length > 0 ? list(data) : list(models)
  const read = all.slice(0, MOST_MODELS)
  const listed = read.map(listedOf).filter(({ names }) => names.length > 0)
  if (listed.length === 0) return Option.none()
  const isPart = has_more === true || all.length > MOST_MODELS || read.some(isOpen)
  const answersToAny = listed.some(({ owner }) => ANSWER_TO_ANY_NAME.has(owner.toLowerCase()))
  return Option.some({ models: listed, isWhole: !isPart && !answersToAny })
}

/** A name as it is compared: what servers and gateways put around it is the same model. */
const bare = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/^models\//, "")
    .replace(/:(?:latest|free|nitro|floor|online|extended|thinking|exacto|beta)$/, "")

/** Whether two names are of one model: equal, or equal but for the provider that a gateway puts before it. */
const isSame = (one: string, other: string): boolean =>
  one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)

/** The model's entry; where the server has one model for every name, that. */
export const entryOf = ({ models }: ModelList, model: string): Option.Option<ListedModel> => {
  const wanted = bare(model)
  const named = models.find(({ names }) => names.some((name) => isSame(bare(name), wanted)))
  const [only] = models
  const answersToAny = models.length === 1 && ANSWER_TO_ANY_NAME.has(only?.owner.toLowerCase() ?? "")
  return Option.fromNullable(named ?? (answersToAny ? only : undefined))
}

/** Whether the list shows that its server does not have the model. A name with `@` is of a gateway's own settings. */
export const lacksModel = (all: ModelList, model: string): boolean =>
  all.isWhole && !model.includes("@") && Option.isNone(entryOf(all, model))
