/** The text as far as it is recognised. It changes too often to be read aloud each time. */
import { Paper, Text } from "@mantine/core"
import { useMessages } from "../../language.tsx"
import { transcription } from "../../messages/transcription.ts"

interface PartialProps {
  readonly text: string | undefined
  readonly language: "am" | "om"
}

export const Partial = ({ language, text }: PartialProps) => {
  const { soFar } = useMessages(transcription)
  return text === undefined ? null : (
    <Paper withBorder p="sm" component="section" aria-label={soFar} aria-live="off">
      <Text lang={language}>{text}</Text>
    </Paper>
  )
}
