/** A text model that answers at once, whole or in pieces; prints its port. */
const words = "ሰላም ነው ዛሬ ጥሩ ቀን ነው".split(" ")
const usage = { prompt_tokens: 12, completion_tokens: 9, total_tokens: 21 }
const common = { id: "chatcmpl-1", created: 1, model: "instant" }

const whole = JSON.stringify({
  ...common,
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: words.join(" ") }, finish_reason: "stop" }],
  usage
})

const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
const chunk = (delta: unknown, finish_reason: string | null) =>
  event({ ...common, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] })
const streamed = [
  ...words.map((word) => chunk({ content: `${word} ` }, null)),
  chunk({}, "stop"),
  event({ ...common, object: "chat.completion.chunk", choices: [], usage }),
  "data: [DONE]\n\n"
].join("")

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => {
    if (request.method === "GET") return Response.json({ data: [] })
    const stream = (await request.text()).includes('"stream":true')
    return new Response(stream ? streamed : whole, {
      headers: { "content-type": stream ? "text/event-stream" : "application/json" }
    })
  }
})
process.stdout.write(String(server.port))
