/** Speech to text: a file, or the microphone. */
import { Group, NativeSelect, SegmentedControl, Stack } from "@mantine/core"
import { useState } from "react"
import { useLanguage, useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { transcription } from "../messages/transcription.ts"
import { Trial } from "./Trial.tsx"
import { FileTranscription } from "./transcription/FileTranscription.tsx"
import { LiveTranscription } from "./transcription/LiveTranscription.tsx"

const TranscriptionTab = () => {
  const t = useMessages(transcription)
  const { amharic, oromo } = useMessages(common)
  const [source, setSource] = useState<"file" | "live">("file")
  const [language, setLanguage] = useState<"am" | "om">(useLanguage().language === "om" ? "om" : "am")
  const [file, setFile] = useState<File | null>(null)
  const takeRecording = (recording: File) => {
    setFile(recording)
    setSource("file")
  }
  return (
    <Stack>
      <Trial of={["recognizer"]} />
      <Group align="flex-end">
        <NativeSelect
          label={t.language}
          value={language}
          onChange={({ currentTarget: { value } }) => setLanguage(value === "om" ? "om" : "am")}
          data={[
            { value: "am", label: amharic },
            { value: "om", label: oromo }
          ]}
        />
        <SegmentedControl
          aria-label={t.source}
          value={source}
          onChange={(value) => setSource(value === "live" ? "live" : "file")}
          data={[
            { value: "file", label: t.file },
            { value: "live", label: t.live }
          ]}
        />
      </Group>
      {source === "file" ? (
        <FileTranscription file={file} onChoose={setFile} language={language} />
      ) : (
        <LiveTranscription language={language} onFile={takeRecording} />
      )}
    </Stack>
  )
}

export default TranscriptionTab
