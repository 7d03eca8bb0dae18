/** A clip in full: its sound, its text, and what is known of it. */
import { Button, Code, Group } from "@mantine/core"
import { DownloadIcon } from "@primer/octicons-react"
import type { KeptClip } from "../../../ContentApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { content } from "../../messages/content.ts"
import { records } from "../../messages/records.ts"
import { own } from "../../own.ts"
import { Copy } from "../../ui/Copy.tsx"
import { Facts } from "../../ui/Facts.tsx"
import { LongText, Reader } from "../../ui/Reader.tsx"
import { Sound } from "../../ui/Sound.tsx"

const ClipInFull = ({ clip }: { readonly clip: KeptClip }) => {
  const t = useMessages(records)
  const format = useFormat()
  const { audio_url, created_at, download_name, duration_seconds, id, language, meta, output_format, text } = clip
  const facts = [
    { name: t.voice, value: `${clip.voice_name} (${clip.voice_id})` },
    { name: t.language, value: t.languages[language] },
    { name: t.wallet, value: clip.wallet_name },
    { name: t.when, value: format.time(created_at) },
    { name: t.length, value: format.seconds(duration_seconds) },
    { name: t.cost, value: format.money(clip.usage.credits_used) },
    { name: t.format, value: output_format },
    { name: t.id, value: <Code>{id}</Code> },
    ...(meta.client_request_id === null ? [] : [{ name: t.clientId, value: <Code>{meta.client_request_id}</Code> }])
  ]
  return (
    <>
      <Sound label={clip.text_preview} text={text} source={own(audio_url)} />
      <LongText label={t.text} text={text} lang={language} />
      <Facts facts={facts} />
      <Group>
        <Copy value={text} label={t.copyText} />
        <Copy value={id} label={t.copyId} />
        <Button
          component="a"
          href={own(audio_url)}
          download={download_name}
          size="xs"
          variant="default"
          leftSection={<DownloadIcon />}
        >
          {t.download}
        </Button>
      </Group>
    </>
  )
}

export const ClipReader = ({ clip }: { readonly clip: KeptClip }) => {
  const t = useMessages(content).clips
  return (
    <Reader title={t.title} label={clip.text_preview}>
      {() => <ClipInFull clip={clip} />}
    </Reader>
  )
}
