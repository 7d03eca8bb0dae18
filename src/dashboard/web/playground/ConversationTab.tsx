/** A conversation by voice: what was said on both sides, and interruption by speaking. */
import { Badge, Button, Group, NativeSelect, Paper, Progress, Stack, Text, Textarea, TextInput } from "@mantine/core"
import { type FormEvent, useState } from "react"
import { useFormat } from "../format.ts"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { conversation as words } from "../messages/conversation.ts"
import { AudioProblem } from "./audio/AudioProblem.tsx"
import { Commands } from "./Commands.tsx"
import { type ConversationExample, conversationCommands } from "./commands/conversationCommands.ts"
import { useConversation } from "./conversation/useConversation.ts"
import { Trial } from "./Trial.tsx"

const ConversationTab = () => {
  const t = useMessages(words)
  const { amharic, oromo } = useMessages(common)
  const format = useFormat()
  const [language, setLanguage] = useState<"am" | "om">("am")
  const [system, setSystem] = useState("")
  const [text, setText] = useState("")
  const talk = useConversation()
  const isOpen = talk.state !== "closed"
  const request = { language, ...(system.trim() === "" ? {} : { system: system.trim() }) }

  const [sent, setSent] = useState<ConversationExample["request"]>()
  const turns = talk.lines.flatMap(({ text: said, who }) => (who === "user" ? said : []))
  const begin = () => {
    setSent(request)
    void talk.start(request)
  }

  const type = (event: FormEvent) => {
    event.preventDefault()
    talk.type(text.trim())
    setText("")
  }

  return (
    <Stack>
      <Trial of={["recognizer", "text_model"]} />
      <Text c="dimmed">{t.about}</Text>
      <Group align="flex-end">
        <NativeSelect
          label={t.language}
          value={language}
          disabled={isOpen}
          data={[
            { value: "am", label: amharic },
            { value: "om", label: oromo }
          ]}
          onChange={(event) => setLanguage(event.currentTarget.value === "om" ? "om" : "am")}
        />
        {isOpen ? (
          <Button variant="default" onClick={talk.stop}>
            {t.stop}
          </Button>
        ) : (
          <Button onClick={begin}>{t.start}</Button>
        )}
        <Badge variant="outline" size="lg" role="status">
          {t.states[talk.state]}
        </Badge>
      </Group>
      <Textarea
        label={t.system}
        value={system}
        disabled={isOpen}
        onChange={(event) => setSystem(event.currentTarget.value)}
        autosize
        minRows={1}
      />
      {talk.state === "listening" ? <Progress value={talk.level * 100} aria-label={t.level} /> : null}
      {talk.problem === undefined ? null : <AudioProblem problem={talk.problem} />}
      {talk.notice === undefined ? null : <Text role="status">{talk.notice}</Text>}
      <div role="log" aria-label={t.said}>
        <Stack component="ol" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
          {talk.lines.map(({ id, interrupted, text: said, used, who }) => (
            <Paper key={id} component="li" withBorder p="sm">
              <Text size="xs" c="dimmed">
                {who === "user" ? t.you : t.qal}
              </Text>
              <Text lang={language}>{said}</Text>
              {interrupted ? (
                <Text size="xs" c="dimmed">
                  {t.interrupted}
                </Text>
              ) : null}
              {used === undefined ? null : (
                <Text size="xs" c="dimmed">
                  {format.money(used)}
                </Text>
              )}
            </Paper>
          ))}
        </Stack>
      </div>
      {isOpen ? (
        <form onSubmit={type}>
          <Group align="flex-end">
            <TextInput
              label={t.typed}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              flex={1}
              miw={200}
            />
            <Button type="submit" disabled={text.trim() === ""}>
              {t.send}
            </Button>
          </Group>
        </form>
      ) : null}
      {talk.left === undefined ? null : (
        <Text size="sm" c="dimmed">
          {t.left(format.money(talk.left))}
        </Text>
      )}
      {sent === undefined || turns.length === 0 ? null : (
        <Commands of={conversationCommands(location.origin, { request: sent, turns })} />
      )}
    </Stack>
  )
}

export default ConversationTab
