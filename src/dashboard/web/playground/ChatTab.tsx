/** Chat: streamed, with files and spoken input, and with what was said before. */
import { Button, Collapse, FileInput, Group, NativeSelect, NumberInput, Stack, Switch, Textarea } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { newId } from "../../../Domain.ts"
import { useMessages } from "../language.tsx"
import { chat } from "../messages/chat.ts"
import { common } from "../messages/common.ts"
import { Problem } from "../ui/Problem.tsx"
import { Commands } from "./Commands.tsx"
import { ExchangePanel, type ShownExchange } from "./chat/ExchangePanel.tsx"
import { type ChatInput, exchange, isPlain, nothing, turnsOf } from "./chat/exchange.ts"
import { chatCommands } from "./commands/chatCommands.ts"
import { useKey } from "./key.tsx"
import { Trial } from "./Trial.tsx"

/** What it accepts, by the wire contract. */
const ATTACHMENTS = "image/*,audio/*,.pdf,.txt,.rtf,.docx,.pptx,.xlsx"

const initialInput = (language: "am" | "om", prompt: string): ChatInput => ({
  prompt,
  language,
  system: "",
  temperature: 0.7,
  streams: true,
  files: [],
  sound: null,
  history: []
})

/** The conversation so far, and the current message. */
const useConversation = () => {
  const { call } = useKey()
  const [shown, setShown] = useState<ReadonlyArray<ShownExchange>>([])
  const [problem, setProblem] = useState<unknown>()
  const [underWay, setUnderWay] = useState<AbortController>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  /** Says whether it was answered. */
  const ask = async (input: ChatInput): Promise<boolean> => {
    const id = newId("said", Date.now())
    const stop = new AbortController()
    current.current = stop
    setUnderWay(stop)
    setProblem(undefined)
    const show = (reply: ShownExchange["reply"]) =>
      setShown((before) => [...before.filter((each) => each.id !== id), { id, asked: input, reply }])
    try {
      show(nothing)
      show(await exchange(call, input, show, stop.signal))
      return true
    } catch (refusal) {
      setShown((before) => before.filter((each) => each.id !== id || each.reply.text !== ""))
      if (!stop.signal.aborted) setProblem(refusal)
      return false
    } finally {
      setUnderWay(undefined)
    }
  }
  const forget = () => {
    setShown([])
    setProblem(undefined)
  }
  /** Only what was answered to its end is history. */
  const history = shown
    .filter(({ reply }) => reply.finish !== undefined)
    .flatMap(({ asked: input, reply }) => turnsOf(input, reply))
  return { shown, problem, ask, forget, history, underWay }
}

const ChatTab = () => {
  const t = useMessages(chat)
  const { amharic, oromo } = useMessages(common)
  const [draft, setDraft] = useState(() => initialInput("am", t.samples.am))
  const [hasOptions, options] = useDisclosure()
  const { shown, problem, ask, forget, history, underWay } = useConversation()
  const change = (part: Partial<ChatInput>) => setDraft((before) => ({ ...before, ...part }))
  const last = shown.at(-1)
  const input: ChatInput = { ...draft, prompt: draft.prompt.trim(), history }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await ask(input)) change({ prompt: "", files: [], sound: null })
  }
  const chooseLanguage = (value: string) => {
    const language = value === "om" ? "om" : "am"
    change({ language, ...(draft.prompt === t.samples[draft.language] ? { prompt: t.samples[language] } : {}) })
  }

  return (
    <Stack>
      <Trial of={["text_model"]} />
      <div role="log" aria-label={t.conversation}>
        <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
          {shown.map(({ id, ...each }) => (
            <ExchangePanel key={id} {...each} />
          ))}
        </Stack>
      </div>
      {problem === undefined ? null : <Problem problem={problem} />}
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <Textarea
            label={t.prompt}
            value={draft.prompt}
            onChange={(event) => change({ prompt: event.currentTarget.value })}
            autosize
            minRows={2}
            maxRows={12}
          />
          <Group align="flex-end">
            <NativeSelect
              label={t.language}
              value={draft.language}
              data={[
                { value: "am", label: amharic },
                { value: "om", label: oromo }
              ]}
              onChange={(event) => chooseLanguage(event.currentTarget.value)}
            />
            <FileInput
              label={t.files}
              placeholder={t.chooseFiles}
              multiple
              clearable
              accept={ATTACHMENTS}
              value={[...draft.files]}
              onChange={(files) => change({ files })}
              clearButtonProps={{ "aria-label": t.removeFiles }}
              miw={180}
            />
            <FileInput
              label={t.sound}
              placeholder={t.chooseFile}
              clearable
              accept="audio/*"
              value={draft.sound}
              onChange={(sound) => change({ sound })}
              clearButtonProps={{ "aria-label": t.removeFiles }}
              miw={180}
            />
          </Group>
          <Collapse expanded={hasOptions}>
            <Stack>
              <Textarea
                label={t.system}
                value={draft.system}
                onChange={(event) => change({ system: event.currentTarget.value })}
                autosize
                minRows={2}
              />
              <NumberInput
                label={t.temperature}
                min={0}
                max={1}
                step={0.1}
                maw={180}
                value={draft.temperature}
                onChange={(temperature) => change({ temperature: Number(temperature) })}
              />
              <Switch
                label={t.streams}
                description={isPlain(input) ? undefined : t.notStreamed}
                disabled={!isPlain(input)}
                checked={draft.streams && isPlain(input)}
                onChange={(event) => change({ streams: event.currentTarget.checked })}
              />
            </Stack>
          </Collapse>
          <Group>
            <Button
              type="submit"
              loading={underWay !== undefined}
              disabled={input.prompt === "" && input.sound === null}
            >
              {t.send}
            </Button>
            {underWay === undefined ? null : (
              <Button variant="default" onClick={() => underWay.abort()}>
                {t.stop}
              </Button>
            )}
            <Button variant="default" onClick={options.toggle} aria-expanded={hasOptions}>
              {t.options}
            </Button>
            <Button variant="default" onClick={forget} disabled={shown.length === 0 || underWay !== undefined}>
              {t.forget}
            </Button>
          </Group>
        </Stack>
      </form>
      {last === undefined ? null : <Commands of={chatCommands(location.origin, last.asked)} />}
    </Stack>
  )
}

export default ChatTab
