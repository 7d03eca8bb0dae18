/** Calls that models write as text, in the forms of their published templates; and text that only speaks of such marks. */
import { describe, expect, test } from "bun:test"
import { Effect, Option } from "effect"
import { make } from "../../../src/engines/openai/AttachedTextModel.ts"
import { LONGEST_CALLS, makeHold } from "../../../src/engines/openai/CallMarks.ts"
import * as WrittenCalls from "../../../src/engines/openai/WrittenCalls.ts"
import type { TextRequest, Tool } from "../../../src/engines/TextModel.ts"
import { expectMillis } from "../../cost/Growth.ts"
import { run } from "../../support/EffectBody.ts"
import { chunk, completion, done, event, limits, request, sse } from "./chat.ts"
import { upstream } from "./server.ts"

const weather: Tool = {
  name: "get_weather",
  description: Option.none(),
  parameters: {
    type: "object",
    properties: { city: { type: "string" }, days: { type: "integer" }, hours: { type: "array" } }
  }
}
const clock: Tool = { name: "get_time", description: Option.none(), parameters: { type: "object" } }

/** An answer, whole and in pieces of these sizes, for which tools are offered. */
const answersTo = (content: string, own: Partial<TextRequest> = {}, reason = "stop") =>
  Effect.gen(function* () {
    const pieces = (size: number) => content.match(new RegExp(`.{1,${size}}`, "gsu")) ?? []
    const streamed = (size: number) =>
      [...pieces(size).map((text) => chunk({ content: text })), chunk({}, reason)].map((one) => event(one)).join("")
    const bodies = [
      () => Response.json(completion({ content }, reason)),
      ...[1, 3, 1_000].map((size) => () => sse(streamed(size) + done))
    ]
    return yield* Effect.forEach(bodies, (body) =>
      Effect.gen(function* () {
        const server = yield* upstream(body)
        const model = yield* make(server.endpoint, limits)
        const told: Array<string> = []
        const asked = request({ tools: [weather, clock], ...own })
        const answer = yield* model.generateInPieces(asked, (text) => told.push(text))
        expect(told.join("")).toBe(answer.text)
        const calls = answer.toolCalls.map(({ arguments: given, name }) => [name, JSON.parse(given)] as const)
        return {
          calls,
          text: answer.text,
          finish: answer.finishReason,
          told,
          ids: answer.toolCalls.map(({ id }) => id)
        }
      })
    )
  })

/** An answer of an engine of which nothing is known, in pieces of this size, and what is heard of it. */
const heardOf = (content: string, size: number) =>
  Effect.gen(function* () {
    const pieces = content.match(new RegExp(`.{1,${size}}`, "gsu")) ?? []
    const all = [...pieces.map((text) => chunk({ content: text })), chunk({}, "stop")]
    const server = yield* upstream(() => sse(all.map((one) => event(one)).join("") + done))
    const model = yield* make(server.endpoint, limits)
    const told: Array<string> = []
    const answer = yield* model.generateInPieces(request({ tools: [weather, clock] }), (text) => told.push(text))
    return { answer, told: told.join("") }
  })

const ADAMA = ["get_weather", { city: "Adama", days: 3 }] as const
const NOW = ["get_time", {}] as const
const json = '{"city":"Adama","days":3}'
const named = `{"name":"get_weather","arguments":${json}}`

const FORMS: ReadonlyArray<readonly [template: string, written: string, calls: ReadonlyArray<unknown>]> = [
  ["Hermes", `<tool_call>\n${named}\n</tool_call>`, [ADAMA]],
  ["Hermes, twice", `<tool_call>\n${named}\n</tool_call>\n<tool_call>{"name":"get_time"}</tool_call>`, [ADAMA, NOW]],
  ["Qwen2.5 with doubled braces", `<tool_call>\n{${named}}\n</tool_call>`, [ADAMA]],
  [
    "Qwen3-Coder",
    "<tool_call>\n<function=get_weather>\n<parameter=city>\nAdama\n</parameter>\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>",
    [ADAMA]
  ],
  [
    "Seed-OSS",
    "<seed:tool_call>\n<function=get_weather>\n<parameter=city>Adama</parameter>\n<parameter=days>3</parameter>\n</function>\n</seed:tool_call>",
    [ADAMA]
  ],
  [
    "GLM-4.5",
    "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Adama</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>",
    [ADAMA]
  ],
  [
    "GLM-4.7, twice",
    "<tool_call>get_weather<arg_key>city</arg_key><arg_value>Adama</arg_value><arg_key>days</arg_key><arg_value>3</arg_value></tool_call><tool_call>get_time</tool_call>",
    [ADAMA, NOW]
  ],
  [
    "DeepSeek V3 and R1",
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n\`\`\`json\n${json}\n\`\`\`<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n\`\`\`json\n{}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    [ADAMA, NOW]
  ],
  [
    "DeepSeek V3.1",
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>${json}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>`,
    [ADAMA, NOW]
  ],
  [
    "DeepSeek without the marks around",
    `<｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>${json}<｜tool▁call▁end｜>`,
    [ADAMA]
  ],
  [
    "DeepSeek V3.2",
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Adama</｜DSML｜parameter>\n<｜DSML｜parameter name="days" string="false">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    [ADAMA]
  ],
  [
    "MiniMax M2",
    '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Adama</parameter>\n<parameter name="days">3</parameter>\n</invoke>\n<invoke name="get_time">\n</invoke>\n</minimax:tool_call>',
    [ADAMA, NOW]
  ],
  ["MiniMax M1", `<tool_calls>\n${named}\n{"name":"get_time","arguments":{}}\n</tool_calls>`, [ADAMA, NOW]],
  [
    "Kimi K2",
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>${json}<|tool_call_end|><|tool_call_begin|>functions.get_time:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>`,
    [ADAMA, NOW]
  ],
  [
    "Kimi K2 with white space, and without its last mark",
    `<|tool_calls_section_begin|> <|tool_call_begin|> functions.get_weather:0 <|tool_call_argument_begin|> ${json} <|tool_call_end|>`,
    [ADAMA]
  ],
  ["Nemotron", `<TOOLCALL>[${named}, {"name":"get_time","arguments":{}}]</TOOLCALL>`, [ADAMA, NOW]],
  ["Llama 3", `<|python_tag|>{"type":"function","name":"get_weather","parameters":${json}}<|eom_id|>`, [ADAMA]],
  [
    "Llama 3, twice",
    `<|python_tag|>{"name":"get_weather","parameters":${json}}; {"name":"get_time","parameters":{}}`,
    [ADAMA, NOW]
  ],
  ["Llama 3's own tools", '<|python_tag|>get_weather.call(city="Adama", days=3)', [ADAMA]],
  ["Llama 3.1's tag", `<function=get_weather>${json}</function>`, [ADAMA]],
  ["Llama 4", '<|python_start|>[get_weather(city="Adama", days=3), get_time()]<|python_end|>', [ADAMA, NOW]],
  ["LFM2", "<|tool_call_start|>[get_weather(city='Adama', days=3)]<|tool_call_end|>", [ADAMA]],
  ["Mistral", `[TOOL_CALLS][${named}]`, [ADAMA]],
  ["Mistral since its version 11", `[TOOL_CALLS]get_weather[ARGS]${json}[TOOL_CALLS]get_time[ARGS]{}`, [ADAMA, NOW]],
  ["Mistral with ids", `[TOOL_CALLS]get_weather[CALL_ID]a1b2c3d4e[ARGS]${json}</s>`, [ADAMA]],
  ["Granite", `<|tool_call|>[${named}]`, [ADAMA]],
  ["Phi-4-mini", `<|tool_call|>[${named}]<|/tool_call|>`, [ADAMA]],
  [
    "Command A",
    `<|START_ACTION|>[{"tool_call_id":"0","tool_name":"get_weather","parameters":${json}}]<|END_ACTION|>`,
    [ADAMA]
  ],
  ["Apertus", `<|tools_prefix|>[{"get_weather": ${json}}, {"get_time": {}}]<|tools_suffix|>`, [ADAMA, NOW]],
  ["InternLM", `<|action_start|><|plugin|>\n{"name":"get_weather","parameters":${json}}<|action_end|>`, [ADAMA]],
  ["Hunyuan", `<tool_calls>\n<tool_call>get_weather\n\`\`\`json\n${json}\n\`\`\`</tool_call>\n</tool_calls>`, [ADAMA]],
  ["gpt-oss", `<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>${json}<|call|>`, [ADAMA]],
  ["the object of the protocol", `<tool_call>{"type":"function","function":${named}}</tool_call>`, [ADAMA]]
]

/** Those whose marks are only of calls. */
const MARKED = FORMS.filter(([template]) => template !== "gpt-oss")

const ARGUMENTS: ReadonlyArray<readonly [schema: object, written: string, value: unknown]> = [
  [{ type: ["string", "null"] }, "251911234567", "251911234567"],
  [{ type: ["string", "null"] }, "null", null],
  [{ type: ["string", "null"] }, "None", null],
  [{ type: ["string", "null"] }, '"Adama"', "Adama"],
  [{ type: "string", nullable: true }, "7", "7"],
  [{ type: "string" }, "None", "None"],
  [{ type: "string" }, "true", "true"],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, "12", "12"],
  [{ oneOf: [{ type: "string" }, { type: "boolean" }] }, "True", true],
  [{ anyOf: [{ type: "string" }, { type: "number" }] }, "1.5", 1.5],
  [{ anyOf: [{ type: "string" }, {}] }, "12", 12],
  [{ anyOf: [{ $ref: "#/$defs/Level" }, { type: "null" }] }, "1", 1],
  [{ anyOf: [{ $ref: "#/$defs/Level" }, { type: "null" }] }, "true", "true"],
  [{ $ref: "#/$defs/Level" }, "high", "high"],
  [{ $ref: "#/$defs/None" }, "5", 5],
  [{ enum: ["1", "2"] }, "1", "1"],
  [{ const: "true" }, "true", "true"],
  [{ type: "boolean" }, "True", true],
  [{ type: "boolean" }, "False", false],
  [{ type: "boolean" }, "false", false],
  [{ type: ["integer", "null"] }, "None", null],
  [{ type: "integer" }, "3", 3],
  [{ type: "integer" }, "three", "three"],
  [{ type: "array" }, "[True]", "[True]"],
  [{}, "True", "True"],
  [{}, "5", 5]
]

describe("a call in the form of a template", () => {
  test.each(FORMS)("a call that a model may make and writes as text is read in the form of %s", (_, written, calls) =>
    run(function* () {
      for (const toolChoice of ["auto", "required"] as const) {
        for (const one of yield* answersTo(written, { toolChoice })) {
          expect(one).toMatchObject({ calls, text: "", finish: "tool_calls" })
        }
      }
    })
  )

  test.each(MARKED)(
    "words before a call that is written as text stay the answer's, without its margin: %s",
    (_, written, calls) =>
      run(function* () {
        for (const one of yield* answersTo(`እሺ፣ ልይ።\n\n${written}`)) {
          expect(one).toMatchObject({ calls, text: "እሺ፣ ልይ።", finish: "tool_calls" })
        }
      })
  )

  test.each(MARKED)("a form of calls is text where no tools are offered: %s", (_, written) =>
    run(function* () {
      for (const one of yield* answersTo(written, { tools: [] })) {
        expect(one).toMatchObject({ calls: [], text: written, finish: "stop" })
      }
    })
  )

  test("calls in gpt-oss's channels are read behind thoughts and words, by either place of their tool's name", () =>
    run(function* () {
      const thought = "<|channel|>analysis<|message|>hm<|end|>"
      const words = "<|start|>assistant<|channel|>commentary<|message|>እሺ<|end|>"
      const first = `<|start|>assistant to=functions.get_weather<|channel|>commentary json<|message|>${json}<|call|>`
      const second = "<|start|>assistant<|channel|>commentary to=functions.get_time<|message|>{}"
      for (const one of yield* answersTo(thought + words + first + second)) {
        expect(one).toMatchObject({ calls: [ADAMA, NOW], text: "እሺ", finish: "tool_calls" })
      }
      for (const one of yield* answersTo(thought + words + first, { tools: [] })) {
        expect(one).toMatchObject({ calls: [], text: "እሺ", finish: "stop" })
      }
    }))

  test.each<readonly [what: string, written: string, text: string, calls: ReadonlyArray<unknown>]>([
    ["of a tool that is not offered", "<|channel|>commentary to=functions.get_money<|message|>{}<|call|>", "", []],
    ["whose arguments are no JSON", "<|channel|>commentary to=functions.get_time<|message|>{a<|call|>", "", []],
    ["whose arguments are a list", "<|channel|>commentary to=functions.get_time<|message|>[1]<|call|>", "", []],
    [
      "behind which the model answers by itself",
      "<|channel|>commentary to=functions.get_time<|message|>{}<|call|><|start|>assistant<|channel|>final<|message|>ዝናብ የለም",
      "ዝናብ የለም",
      []
    ],
    [
      "that is not offered, before one that is",
      `<|channel|>commentary to=functions.get_money<|message|>{}<|call|><|start|>assistant<|channel|>commentary to=functions.get_weather<|message|>${json}<|call|>`,
      "",
      [ADAMA]
    ],
    [
      "without arguments, behind words in quotation marks",
      '<|channel|>commentary<|message|>"እሺ"<|end|><|start|>assistant<|channel|>commentary to=functions.get_time<|message|><|call|>',
      '"እሺ"',
      [NOW]
    ],
    [
      "with words before the next",
      `<|channel|>commentary to=functions.get_weather<|message|>${json}<|call|><|start|>assistant<|channel|>commentary<|message|>እሺ<|end|><|start|>assistant<|channel|>commentary to=functions.get_time<|message|>{}<|call|>`,
      "እሺ",
      [ADAMA, NOW]
    ]
  ])("no mark of gpt-oss's is told of a call %s", (_, written, text, calls) =>
    run(function* () {
      // A thought before it, as an answer must not be empty.
      for (const one of yield* answersTo(`<|channel|>analysis<|message|>hm<|end|><|start|>assistant${written}`)) {
        expect(one).toMatchObject({ calls, text, finish: calls.length > 0 ? "tool_calls" : "stop" })
      }
    })
  )

  test("a call in gpt-oss's channels that must be made is one though the model answers behind it", () =>
    run(function* () {
      const call = `<|channel|>commentary to=functions.get_weather<|message|>${json}<|call|>`
      const written = `${call}<|start|>assistant<|channel|>final<|message|>ዝናብ የለም`
      for (const one of yield* answersTo(written, { toolChoice: "required" })) {
        expect(one).toMatchObject({ calls: [ADAMA], text: "ዝናብ የለም", finish: "tool_calls" })
      }
    }))

  test.each(MARKED)(
    "a call behind thoughts that were told as the answer is read, and not told: %s",
    (_, written, calls) =>
      run(function* () {
        for (const size of [1, 3, 1_000]) {
          const content = `ተጠቃሚው ስለ አየሩ ይጠይቃል።\n</think>\n\n${written}`
          const { answer, told } = yield* heardOf(content, size)
          expect(answer).toMatchObject({ text: "", finishReason: "tool_calls" })
          const made: unknown = answer.toolCalls.map((call) => [call.name, JSON.parse(call.arguments)])
          expect(made).toEqual(calls)
          expect(told.trim()).toBe("ተጠቃሚው ስለ አየሩ ይጠይቃል።")
        }
      })
  )

  test("an answer behind thoughts that were told and held back at a mark is told as it is", () =>
    run(function* () {
      for (const size of [1, 3, 1_000]) {
        const { answer, told } = yield* heardOf(`ልጥራ፦ <tool_call>{"name":"get_\n</think>\n\nሰላም።`, size)
        expect(answer).toMatchObject({ text: "ሰላም።", toolCalls: [], finishReason: "stop" })
        expect(told).toMatch(/^ልጥራ፦ \s*ሰላም።$/)
      }
    }))

  test("a call's id is the one that Kimi has given it", () =>
    run(function* () {
      const [, kimi = ""] = FORMS.find(([name]) => name === "Kimi K2") ?? []
      for (const { ids } of yield* answersTo(kimi)) {
        expect(ids).toEqual(["functions.get_weather:0", "functions.get_time:1"])
      }
    }))

  test("an argument that is written as text is what the tool's schema says", () =>
    run(function* () {
      const call =
        '<tool_call>get_weather<arg_key>city</arg_key><arg_value>1991</arg_value><arg_key>days</arg_key><arg_value>2</arg_value><arg_key>hours</arg_key><arg_value>[6, 18]</arg_value><arg_key>other</arg_key><arg_value>5" ቧንቧ</arg_value></tool_call>'
      for (const { calls } of yield* answersTo(call)) {
        expect(calls).toEqual([["get_weather", { city: "1991", days: 2, hours: [6, 18], other: '5" ቧንቧ' }]])
      }
    }))

  test.each(ARGUMENTS)("an argument of the schema %j that is written as %j is %j", (schema, written, value) => {
    const tool: Tool = {
      ...weather,
      parameters: { type: "object", properties: { a: schema }, $defs: { Level: { enum: [1, "high"] } } }
    }
    const call = `<tool_call>\n<function=get_weather>\n<parameter=a>\n${written}\n</parameter>\n</function>\n</tool_call>`
    const [read] = WrittenCalls.read(call, ["get_weather"], { tools: [tool], isRequired: false })?.calls ?? []
    expect(JSON.parse(read?.arguments ?? "{}")).toEqual({ a: value })
  })

  test("words in Python's strings come through as they were meant", () => {
    const written = `<|tool_call_start|>[get_weather(city='a\\'b "c" \\n\\u1230', hours=[1.5, -2, None], deep={'a': True})]<|tool_call_end|>`
    const [call] = WrittenCalls.read(written, ["get_weather"], { tools: [weather], isRequired: false })?.calls ?? []
    expect(JSON.parse(call?.arguments ?? "{}")).toEqual({
      city: 'a\'b "c" \nሰ',
      hours: [1.5, -2, null],
      deep: { a: true }
    })
  })
})

const QUOTES: ReadonlyArray<string> = [
  "The mark `<tool_call>` begins a call.",
  'Write "<tool_call>" and then JSON.',
  `It looks like this: \`<tool_call>${named}</tool_call>\``,
  `\`\`\`\n<tool_call>\n${named}\n</tool_call>\n\`\`\``,
  `\`\`\`xml\n<tool_call>\n${named}\n</tool_call>`,
  "Use <tool_call> to begin and </tool_call> to end a call.",
  `For instance:\n<tool_call>${named}</tool_call>\nThat is how it is called.`,
  "[TOOL_CALLS] is a mark of Mistral's.",
  "<function=x> is a tag.",
  "<|python_tag|>import numpy",
  `<tool_call>{"name":"get_money","arguments":{}}</tool_call>`,
  `<tool_call>${named.slice(0, -1)}</tool_call>`,
  "<｜tool▁calls▁begin｜> ምልክት ነው።",
  "<|tool_calls_section_begin|> ምልክት ነው።",
  "<TOOLCALL> ምልክት ነው።",
  "a < b, [TOOL, <tool",
  "አንድ\n\nሁለት\n",
  named,
  `\`\`\`json\n${named}\n\`\`\``
]

describe("text that only looks like a call", () => {
  test.each(QUOTES)("a text that only speaks of calls stays text where tools are offered: %j", (text) =>
    run(function* () {
      for (const one of yield* answersTo(text)) expect(one).toMatchObject({ calls: [], text, finish: "stop" })
    })
  )

  test("a text that quotes a mark is told as it comes", () =>
    run(function* () {
      const [, streamed] = yield* answersTo("The mark `<tool_call>` begins a call, and `</tool_call>` ends it.")
      expect(streamed?.told.length).toBeGreaterThan(40)
    }))

  test.each([
    ["no part of it is text", FORMS[0]?.[1].slice(0, -30) ?? ""],
    ["nor is one in tags", FORMS[5]?.[1].slice(0, -80) ?? ""],
    ["nor one that is whole", FORMS[0]?.[1] ?? ""]
  ])("of a call that is cut no call is left, and %s", (_, written) =>
    run(function* () {
      for (const toolChoice of ["auto", "required"] as const) {
        for (const one of yield* answersTo(`እሺ\n${written}`, { toolChoice }, "length")) {
          expect(one).toMatchObject({ calls: [], finish: "length" })
          expect(one.text.trim()).toBe("እሺ")
        }
      }
    })
  )

  test.each([
    ["JSON", `<tool_call>${named}</tool_call>`],
    [
      "JSON with a closing mark in it",
      `<tool_call>{"name":"get_weather","arguments":{"city":"</tool_call>\\""}}</tool_call>`
    ],
    ["JSON of another tool", '<tool_call>{"name":"get_money","arguments":{}}</tool_call>'],
    ["two calls", `<tool_call>${named}</tool_call>\n<tool_calls>[${named}]</tool_calls><|im_end|>`],
    ["a list", `<|tool_call|>[${named}]<|/tool_call|>`],
    ["tags", `<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Adama</arg_value>\n</tool_call>`],
    ["a function", `<function=get_weather>${json}</function>`]
  ])("an answer that goes on behind a call is told as it comes: %s", (_, written) => {
    const before = `For instance:\n${written}`
    for (const size of [1, 4, 1_000]) {
      const hold = makeHold(["get_weather"])
      let told = ""
      const take = (text: string) => {
        for (let at = 0; at < text.length; at += size) told += hold.take(text.slice(at, at + size))
      }
      take(`${before}\n`)
      expect([told, hold.isHolding()]).toEqual(["For instance:", true])
      take("That means")
      expect([told, hold.isHolding()]).toEqual([`${before}\nThat means`, false])
    }
  })

  test("an answer that goes on behind a call and is cut keeps all of its words", () =>
    run(function* () {
      const text = `For instance:\n<tool_call>${named}</tool_call>\nThat means ዝናብ`
      for (const one of yield* answersTo(text, {}, "length")) {
        expect(one).toMatchObject({ calls: [], text, finish: "length" })
      }
    }))

  test("what is longer than any call is told as text", () => {
    const hold = makeHold(["f"])
    const text = `<tool_call>{"name":"f","arguments":{"a":"${"x".repeat(LONGEST_CALLS)}`
    let told = ""
    for (let at = 0; at < text.length; at += 7) told += hold.take(text.slice(at, at + 7))
    expect([told + hold.held(), hold.isHolding()]).toEqual([text, false])
  })
})

const MANY = 50_000
test.each([
  ["marks", "<tool_call>".repeat(MANY)],
  ["quoted marks", "`<tool_call>` ".repeat(MANY)],
  ["beginnings of marks", "<tool_cal".repeat(MANY)],
  ["ends of lines", "\n".repeat(10 * MANY)],
  ["white space behind a mark", `<tool_call>${" ".repeat(10 * MANY)}x`],
  ["closing marks in JSON", `<tool_call>{"a":"${"</tool_call>".repeat(MANY / 10)}`],
  ["calls", `<tool_call>{}</tool_call>`.repeat(MANY)],
  ["quotation marks in JSON", `<tool_call>{${'\\"'.repeat(MANY)}`],
  ["brackets", `<tool_call>${"[".repeat(MANY)}`],
  ["quotation marks in Python", `<|tool_call_start|>[f(a=${"'\\".repeat(12_000)}`],
  ["tags of arguments", `<tool_call>f${"<arg_key>".repeat(5_000)}</tool_call>`],
  ["fences", `<tool_call>f\n\`\`\`${"\n".repeat(49_000)}</tool_call>`],
  ["ends of turns", `<tool_call>{"name":"f"}</tool_call>${"<|im_end|>".repeat(MANY)}x`],
  ["tokens", `<｜tool▁calls▁begin｜>${"<｜tool▁call▁begin｜>".repeat(5_000)}`]
])("an answer of many %s is read in time in line with its length, and loses nothing", (_, text) => {
  for (const size of [5, 64, text.length]) {
    const begun = performance.now()
    const hold = makeHold(["f"])
    let told = ""
    for (let at = 0; at < text.length; at += size) told += hold.take(text.slice(at, at + size))
    const held = hold.held()
    WrittenCalls.read(held, ["f"], { isRequired: false })
    WrittenCalls.read(text, ["f"])
    expectMillis(performance.now() - begun, 2_000)
    expect(told + held === text).toBe(true)
  }
})
