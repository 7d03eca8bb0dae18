/** Three rounds of tools with engines that think, on every protocol, whole and streamed, for clients that keep what they are sent, and that drop it. */
import { afterAll, describe, expect, test } from "bun:test"
import { serverForFile } from "../support/ForFile.ts"
import { call, textSoFar } from "../support/Server.ts"
import { eventsIn } from "../support/Upstream.ts"
import { ANSWER, KINDS, SHAPES, startThinker, THOUGHT, WORDS } from "./Thinker.ts"

const engine = startThinker()
const server = serverForFile(() => engine.settings)
afterAll(() => engine.stop())

const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
const named = { name: "get_weather", parameters }
const QUESTION = "የአየር ሁኔታ በሦስት ከተሞች?"
const RESULT = '{"sky":"clear"}'

interface Called {
  readonly id: string
  readonly function: { readonly name: string; readonly arguments: string }
}

/** What a round came to: the client's own record of the turn, its calls, and the answer's words and thoughts. */
interface Round {
  readonly turn: ReadonlyArray<object>
  readonly ids: ReadonlyArray<string>
  readonly text: string
  readonly thoughts: string
}

const post = async (path: string, body: unknown) => {
  const response = await call(server, "POST", path, body)
  const text = await textSoFar(response)
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`)
  return text
}

const bare = ({ function: { arguments: given, name }, id }: Called) => ({
  id,
  type: "function",
  function: { name, arguments: given }
})

const turnOf = (content: string, thoughts: string, calls: ReadonlyArray<Called>, keeps: boolean) => ({
  role: "assistant",
  content,
  tool_calls: keeps ? calls : calls.map(bare),
  ...(keeps && thoughts !== "" ? { reasoning_content: thoughts } : {})
})

const result = (id: string) => ({ role: "tool", tool_call_id: id, content: RESULT })

interface Client {
  readonly name: string
  /** Asks with what was said so far. */
  readonly ask: (turns: ReadonlyArray<object>, keeps: boolean) => Promise<Round>
  readonly result: (id: string) => object
}

const chatRound = (
  message: { content: string | null; reasoning_content?: string; tool_calls?: ReadonlyArray<Called> },
  keeps: boolean
): Round => {
  const { content, reasoning_content: thoughts = "", tool_calls: calls = [] } = message
  return {
    turn: [turnOf(content ?? "", thoughts, calls, keeps)],
    ids: calls.map(({ id }) => id),
    text: content ?? "",
    thoughts
  }
}

const native: Client = {
  name: "chat_generate",
  result,
  ask: async (turns, keeps) => {
    const asked = { prompt: QUESTION, target_language: "am", tools: [{ type: "function", function: named }] }
    const history = { conversation_history: turns, include_reasoning: true }
    const answer = JSON.parse(await post("/api/v1/chat_generate", { ...asked, ...history }))
    const { reasoning_text: thoughts = "", response_text: text, tool_calls: calls = [] } = answer
    return { turn: [turnOf(text, thoughts, calls, keeps)], ids: calls.map(({ id }: Called) => id), text, thoughts }
  }
}

const completions = (stream: boolean): Client => ({
  name: `chat completions, ${stream ? "streamed" : "whole"}`,
  result,
  ask: async (turns, keeps) => {
    const messages = [{ role: "user", content: QUESTION }, ...turns]
    const tools = [{ type: "function", function: named }]
    const text = await post("/v1/chat/completions", { model: "qal", messages, tools, stream, include_reasoning: true })
    if (!stream) return chatRound(JSON.parse(text).choices[0].message, keeps)
    const deltas = eventsIn(text).map(({ choices }) => choices[0].delta)
    return chatRound(
      {
        content: deltas.map(({ content = "" }) => content).join(""),
        reasoning_content: deltas
          .map(({ reasoning_content = "" }) => reasoning_content)
          .join("")
          .trim(),
        tool_calls: deltas.flatMap(({ tool_calls = [] }) => tool_calls)
      },
      keeps
    )
  }
})

const responses = (stream: boolean): Client => ({
  name: `responses, ${stream ? "streamed" : "whole"}`,
  result: (id) => ({ type: "function_call_output", call_id: id, output: RESULT }),
  ask: async (turns, keeps) => {
    const input = [{ role: "user", content: QUESTION }, ...turns]
    const asked = {
      model: "qal",
      input,
      tools: [{ type: "function", ...named }],
      reasoning: { summary: "auto" },
      stream
    }
    const text = await post("/v1/responses", asked)
    const events = stream ? eventsIn(text) : []
    const { output } = stream ? events.at(-1).response : JSON.parse(text)
    const done = events.filter(({ type }) => type === "response.output_item.done")
    if (stream) expect(done.map(({ item }) => item)).toEqual(output)
    const of = (kind: string) => output.filter(({ type }: { readonly type: string }) => type === kind)
    const calls: ReadonlyArray<{ call_id: string; name: string; arguments: string }> = of("function_call")
    const called = calls.map(({ arguments: given, call_id, name }) => ({
      type: "function_call",
      call_id,
      name,
      arguments: given
    }))
    const said = of("message").map(({ content, role }: { content: unknown; role: string }) => ({ role, content }))
    return {
      turn: keeps ? output : [...said, ...called],
      ids: calls.map(({ call_id }) => call_id),
      text: of("message")
        .map(({ content }: { content: ReadonlyArray<{ text: string }> }) => content[0]?.text)
        .join(""),
      thoughts: of("reasoning")
        .map(({ summary }: { summary: ReadonlyArray<{ text: string }> }) => summary[0]?.text)
        .join("")
    }
  }
})

const clients = [native, completions(false), completions(true), responses(false), responses(true)]
const table = KINDS.flatMap((kind) =>
  SHAPES.flatMap((shape) =>
    clients.flatMap((client) =>
      // A client that names calls anew keeps nothing of them.
      (shape === "renamed" ? [false] : [true, false]).map((keeps) => [kind, shape, client.name, keeps, client] as const)
    )
  )
)

/** What a client has of a round, where it gives the calls names of its own. */
const renamed = (turn: ReadonlyArray<object>, ids: ReadonlyArray<string>, round: number) => {
  const nameOf = (at: number) => `own_${round}_${at}`
  const text = ids.reduce(
    (all, id, at) => all.replaceAll(JSON.stringify(id), JSON.stringify(nameOf(at))),
    JSON.stringify(turn)
  )
  const named: ReadonlyArray<object> = JSON.parse(text)
  return { turn: named, ids: ids.map((_, at) => nameOf(at)) }
}

describe("three rounds of tools", () => {
  test.each(table)(
    "three rounds of tools with %s, whose calls are %s, on %s are answered, what came with the calls kept by the client: %p",
    async (kind, shape, name, keeps, client) => {
      engine.behave(kind, `${kind}_${shape}_${name.replaceAll(/\W+/g, "_")}_${keeps}`, shape)
      let turns: ReadonlyArray<object> = []
      const all = new Set<string>()
      for (let round = 0; ; round++) {
        const { text, thoughts, ...said } = await client.ask(turns, keeps)
        expect(thoughts).toBe(kind === "gemini" ? "" : `${THOUGHT} ${round}`)
        const isLast = said.ids.length === 0
        expect(text).toBe(isLast ? ANSWER : shape === "parallel" ? WORDS : "")
        if (isLast) {
          expect(round).toBe(3)
          break
        }
        expect(said.ids).toHaveLength(shape === "parallel" ? 2 : 1)
        for (const id of said.ids) expect(all.has(id)).toBe(false)
        for (const id of said.ids) all.add(id)
        const { ids, turn } = shape === "renamed" ? renamed(said.turn, said.ids, round) : said
        turns = [...turns, ...turn, ...ids.map(client.result)]
      }
    }
  )
})

test("a client that does not ask for the model's reasoning gets none", async () => {
  engine.behave("deepseek", "quiet")
  const messages = [{ role: "user", content: QUESTION }]
  const tools = [{ type: "function", function: named }]
  for (const stream of [false, true]) {
    const text = await post("/v1/chat/completions", { model: "qal", messages, tools, stream })
    expect(text).not.toContain(THOUGHT)
  }
})
