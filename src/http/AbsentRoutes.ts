/** Routes that OpenAI's clients know and that are not here: what does the same, or why nothing does. */

/** By what paths begin with, the longest first where one begins with another. */
const INSTEAD: ReadonlyArray<readonly [path: RegExp, sentence: string]> = [
  [/^completions$/, "Completions of bare texts are not served; use POST /v1/chat/completions"],
  [
    /^chat\/completions\/.+$/,
    "Answers of /v1/chat/completions are not stored; use POST /v1/responses, whose answers are for 24 hours"
  ],
  [
    /^(files|uploads)\b/,
    "Files are not stored under /v1; send their data in `file` parts of POST /v1/chat/completions, or in `input_file` parts of POST /v1/responses"
  ],
  [/^conversations\b/, "Conversations have no ids here; go on by `previous_response_id` of POST /v1/responses"],
  [
    /^(assistants|threads)\b/,
    "Assistants are not served; use POST /v1/responses, with `previous_response_id` to go on"
  ],
  [/^responses\/compact$/, "Conversations are not compacted here; begin a new one with a summary as its first message"],
  [/^responses\/[^/]+\/cancel$/, "Responses are not made in the background; one that runs runs to its end"],
  [/^realtime\/calls\b/, "Conversations come over WebSockets alone, not over WebRTC or SIP; use WS /v1/realtime"],
  [/^moderations$/, "Texts are not moderated here; ask a model by POST /v1/chat/completions"],
  [/^batches\b/, "Batches are not served; send their requests one by one, each with an Idempotency-Key"],
  [
    /^(vector_stores|containers|evals|fine_tuning|images|videos|skills|organization)\b/,
    "Nothing here does what this route does; GET /v1/models lists what there is"
  ]
]

/** What to use in the place of the route that a client asked for; undefined where it is none of OpenAI's. */
export const insteadOf = (path: string): string | undefined => {
  const [, route] = /^\/+v1\/(.*?)\/*$/i.exec(path.slice(0, 200)) ?? []
  return route === undefined ? undefined : INSTEAD.find(([known]) => known.test(route))?.[1]
}
