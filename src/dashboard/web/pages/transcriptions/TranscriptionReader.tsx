/** A transcription in full. */
import { Code, Group, Stack, Text } from "@mantine/core"
import type { StoredTranscription } from "../../../content/ContentApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { content } from "../../messages/content.ts"
import { records } from "../../messages/records.ts"
import { Copy } from "../../ui/Copy.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Facts } from "../../ui/Facts.tsx"
import { LongText } from "../../ui/LongText.tsx"

interface TranscriptionProps {
  readonly transcription: StoredTranscription
}

const TranscriptionInFull = ({ transcription }: TranscriptionProps) => {
  const t = useMessages(records)
  const { empty } = useMessages(content).transcriptions
  const { operations } = useMessages(common)
  const format = useFormat()
  const { charge, created_at, expires_at, id, language, operation, request_id, seconds, text } = transcription
  const facts = [
    { name: t.kind, value: operations[operation] },
    { name: t.language, value: language === null ? "—" : t.languages[language] },
    { name: t.wallet, value: transcription.wallet_name },
    { name: t.when, value: format.time(created_at) },
    { name: t.expires, value: expires_at === null ? "—" : format.time(expires_at) },
    { name: t.length, value: seconds === null ? "—" : format.seconds(seconds) },
    { name: t.cost, value: charge === null ? "—" : format.money(charge) },
    { name: t.id, value: <Code>{id}</Code> },
    ...(request_id === null ? [] : [{ name: t.clientId, value: <Code>{request_id}</Code> }])
  ]
  return (
    <Stack>
      {text === "" ? (
        <Text c="dimmed">{empty}</Text>
      ) : (
        <LongText label={t.text} text={text} lang={language ?? undefined} />
      )}
      <Facts facts={facts} />
      <Group>
        <Copy value={text} label={t.copyText} />
        <Copy value={id} label={t.copyId} />
      </Group>
    </Stack>
  )
}

export const TranscriptionReader = ({ transcription }: TranscriptionProps) => {
  const t = useMessages(content).transcriptions
  const { oneOf, open } = useMessages(records)
  return (
    <Dialog action={open} title={t.title} label={oneOf(open, transcription.id)} isSmall>
      {() => <TranscriptionInFull transcription={transcription} />}
    </Dialog>
  )
}
