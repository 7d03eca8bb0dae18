/** A file that was sent to a chat: shown, played or read, as its kind is. */
import { Button, Code, Group, Image, Stack, Text } from "@mantine/core"
import { DownloadIcon } from "@primer/octicons-react"
import type { StoredUpload } from "../../../content/ContentApi.ts"
import { PREFIX } from "../../../session/SessionApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { content } from "../../messages/content.ts"
import { records } from "../../messages/records.ts"
import { Copy } from "../../ui/Copy.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Facts } from "../../ui/Facts.tsx"
import { LongText } from "../../ui/LongText.tsx"
import { SoundPlayer } from "../../ui/SoundPlayer.tsx"

interface UploadProps {
  readonly upload: StoredUpload
}

/** Opened by the session's cookie, as the page's own requests are. */
const fileOf = (id: string): string => `${PREFIX}/uploads/${encodeURIComponent(id)}/file`

const UploadContent = ({ upload: { id, kind, text } }: UploadProps) => {
  const t = useMessages(content).uploads
  if (kind === "Image") return <Image src={fileOf(id)} alt={t.image(id)} mah={400} fit="contain" radius="md" />
  if (kind === "Audio") return <SoundPlayer label={id} source={fileOf(id)} />
  if (text === null || text === "") return <Text c="dimmed">{t.saysNothing}</Text>
  return <LongText label={t.says} text={text} />
}

const UploadInFull = ({ upload }: UploadProps) => {
  const t = useMessages(records)
  const { kinds } = useMessages(content).uploads
  const format = useFormat()
  const { created_at, expires_at, id, kind, mime_type, size, wallet_name } = upload
  const facts = [
    { name: t.kind, value: `${kinds[kind]}, ${mime_type}` },
    { name: t.size, value: format.size(size) },
    { name: t.wallet, value: wallet_name },
    { name: t.when, value: format.time(created_at) },
    { name: t.expires, value: format.time(expires_at) },
    { name: t.id, value: <Code>{id}</Code> }
  ]
  return (
    <Stack>
      <UploadContent upload={upload} />
      <Facts facts={facts} />
      <Group>
        <Copy value={id} label={t.copyId} />
        <Button
          component="a"
          href={fileOf(id)}
          download={id}
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

export const UploadReader = ({ upload }: UploadProps) => {
  const t = useMessages(content).uploads
  const { oneOf, open } = useMessages(records)
  return (
    <Dialog action={open} title={t.kinds[upload.kind]} label={oneOf(open, upload.id)} isSmall>
      {() => <UploadInFull upload={upload} />}
    </Dialog>
  )
}
