/** What somebody may do first, whose server nobody has used yet. */
import { Anchor, List, Paper, Text, Title } from "@mantine/core"
import { Link } from "wouter"
import { useMessages } from "../../language.tsx"
import { overview as words } from "../../messages/overview.ts"
import { useTrials } from "../../playground/Trial.tsx"
import { useSession } from "../../session.tsx"
import { Block } from "../../ui/Copy.tsx"

const ATTACHING = "QAL_TEXT_URL=http://localhost:11434/v1 QAL_TEXT_MODEL=gemma3"

export const FirstSteps = () => {
  const { first: t } = useMessages(words)
  const { command } = useSession()
  const isTrial = useTrials()?.text_model !== null
  const step = (href: string, name: string, why: string) => (
    <List.Item>
      <Anchor component={Link} href={href} fw={600}>
        {name}
      </Anchor>
      <Text size="sm">{why}</Text>
    </List.Item>
  )
  return (
    <Paper component="section" withBorder p="md" mb="lg" aria-labelledby="first-steps">
      <Title order={2} size="h4" mb="sm" id="first-steps">
        {t.title}
      </Title>
      <List type="ordered" spacing="sm" mb="sm">
        {step("/keys", t.key, t.keyWhy)}
        {step("/playground/voice", t.voice, t.voiceWhy)}
        {isTrial ? step("/engines", t.chat, t.chatWhy) : null}
      </List>
      {isTrial ? <Block label={t.chat} text={`${ATTACHING} ${command} serve`} /> : null}
    </Paper>
  )
}
