/** A conversation as the page shows it. */
import { Schema } from "effect"
import { useEffect, useRef, useState } from "react"
import { PREFIX, RELAY_PATH, SessionTicket } from "../../../../conversation/Api.ts"
import { newId } from "../../../../Domain.ts"
import { useKey } from "../key.tsx"
import { type ConversationConnection, type Listener, openConversation } from "./connection.ts"

export { RELAY_PATH }

export const SESSIONS = `${PREFIX}/sessions`

export type State = "closed" | "opening" | "ready" | "listening" | "deaf"

/** What was said by one side in one turn. */
export interface Line {
  readonly id: string
  readonly who: "user" | "qal"
  readonly text: string
  readonly interrupted: boolean
  /** ETB that the turn cost. */
  readonly used: number | undefined
}

const decodeTicket = Schema.decodeUnknownPromise(Schema.Struct({ data: SessionTicket }))

const lineOf = (who: Line["who"], text: string): Line => ({
  id: newId("line", Date.now()),
  who,
  text,
  interrupted: false,
  used: undefined
})

/** Changes the newest line, where it is Qal's. */
const withAnswer = (lines: ReadonlyArray<Line>, change: (line: Line) => Line): ReadonlyArray<Line> => {
  const last = lines.at(-1)
  return last?.who === "qal" ? [...lines.slice(0, -1), change(last)] : lines
}

/** An answer comes phrase by phrase. */
const withPhrase = (lines: ReadonlyArray<Line>, text: string): ReadonlyArray<Line> => {
  const last = lines.at(-1)
  const isSameAnswer = last?.who === "qal" && last.used === undefined && !last.interrupted
  return isSameAnswer
    ? withAnswer(lines, (line) => ({ ...line, text: `${line.text} ${text}` }))
    : [...lines, lineOf("qal", text)]
}

export const useConversation = () => {
  const { call } = useKey()
  const [state, setState] = useState<State>("closed")
  const [lines, setLines] = useState<ReadonlyArray<Line>>([])
  const [level, setLevel] = useState(0)
  const [left, setLeft] = useState<number>()
  const [problem, setProblem] = useState<unknown>()
  const [notice, setNotice] = useState<string>()
  const open = useRef<ConversationConnection>(undefined)
  /** Of the newest: aborted, it ends, also while its ticket is still being requested. */
  const newest = useRef<AbortController>(undefined)
  useEffect(() => () => newest.current?.abort(), [])

  const listener: Omit<Listener, "onClose"> = {
    onHeard: (text) => setLines((before) => [...before, lineOf("user", text)]),
    onSaid: (text) => setLines((before) => withPhrase(before, text)),
    onInterrupted: () => setLines((before) => withAnswer(before, (line) => ({ ...line, interrupted: true }))),
    onTurn: (used, remaining) => {
      setLines((before) => withAnswer(before, (line) => ({ ...line, used })))
      setLeft(remaining)
    },
    onState: setState,
    onNotice: setNotice,
    onLevel: setLevel,
    onProblem: setProblem
  }

  const start = async (request: object): Promise<void> => {
    const stop = new AbortController()
    const { signal } = stop
    newest.current = stop
    const onClose = () => (newest.current === stop ? setState("closed") : undefined)
    setState("opening")
    setProblem(undefined)
    setNotice(undefined)
    setLines([])
    try {
      const response = await call(SESSIONS, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request),
        signal
      })
      const { data } = await decodeTicket(await response.json())
      if (signal.aborted) return
      const talk = openConversation(data, { ...listener, onClose })
      signal.addEventListener("abort", talk.close)
      open.current = talk
    } catch (refusal) {
      if (signal.aborted) return
      setProblem(refusal)
      setState("closed")
    }
  }
  const stop = () => {
    newest.current?.abort()
    setState("closed")
  }
  return {
    state,
    lines,
    level,
    left,
    problem,
    notice,
    start,
    stop,
    type: (text: string) => {
      setLines((before) => [...before, lineOf("user", text)])
      open.current?.type(text)
    }
  }
}
