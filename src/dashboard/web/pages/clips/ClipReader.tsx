/** A clip in full: its sound, its text, and what is known of it. */
import { Button, Code, Group, Stack } from "@mantine/core"
import { DownloadIcon } from "@primer/octicons-react"
import { useState } from "react"
import type { StoredClip } from "../../../content/ContentApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { content } from "../../messages/content.ts"
import { records } from "../../messages/records.ts"
import { sameOrigin } from "../../sameOrigin.ts"
import { Copy } from "../../ui/Copy.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Facts } from "../../ui/Facts.tsx"
import { LongText } from "../../ui/LongText.tsx"
import { SoundPlayer } from "../../ui/SoundPlayer.tsx"

const ClipInFull = ({ clip }: { readonly clip: StoredClip }) => {
  const t = useMessages(records)
  const format = useFormat()
  // The list is read anew now and then, with new addresses: what is playing goes on.
  const [address] = useState(() => sameOrigin(clip.audio_url))
  const { created_at, download_name, duration_seconds, id, language, meta, output_format, text } = clip
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
    <Stack>
      <SoundPlayer label={clip.text_preview} text={text} source={address} />
      <LongText label={t.text} text={text} lang={language} />
      <Facts facts={facts} />
      <Group>
        <Copy value={text} label={t.copyText} />
        <Copy value={id} label={t.copyId} />
        <Button
          component="a"
          href={address}
          download={download_name}
          size="xs"
          variant="default"
          leftSection={<DownloadIcon />}
        >
          {t.download}
        </Button>
      </Group>
    </Stack>
  )
}

export const ClipReader = ({ clip }: { readonly clip: StoredClip }) => {
  const t = useMessages(content).clips
  const { oneOf, open } = useMessages(records)
  return (
    <Dialog action={open} title={t.title} label={oneOf(open, clip.text_preview)} isSmall>
      {() => <ClipInFull clip={clip} />}
    </Dialog>
  )
}
