/** A file to text. */
import { Button, Checkbox, FileInput, Group, Stack, Text } from "@mantine/core"
import { type DragEvent, useEffect, useRef, useState } from "react"
import { MAX_AUDIO_SECONDS, MAX_UPLOAD_BYTES, type TranscriptAnswer } from "../../../../transcription/Api.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { transcription } from "../../messages/transcription.ts"
import { Problem } from "../../ui/Problem.tsx"
import { Commands } from "../Commands.tsx"
import { fileCommands, type SentSound } from "../commands/transcriptionCommands.ts"
import { useKey } from "../key.tsx"
import { type FileOptions, transcribe } from "./file.ts"
import { Partial } from "./Partial.tsx"
import { TranscribedSound } from "./TranscribedSound.tsx"

interface Run {
  readonly phase: "idle" | "sending" | "partial" | "done"
  readonly partial?: string
  readonly result?: TranscriptAnswer
  readonly problem?: unknown
}

/** One transcription at a time; leaving the page ends the waiting. */
const useRun = () => {
  const { call } = useKey()
  const [run, setRun] = useState<Run>({ phase: "idle" })
  const newest = useRef<AbortController>(undefined)
  useEffect(() => () => newest.current?.abort(), [])
  const clear = () => {
    newest.current?.abort()
    setRun({ phase: "idle" })
  }
  const start = async (file: Blob, options: FileOptions) => {
    newest.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    newest.current = controller
    const change = (next: Run) => (signal.aborted ? undefined : setRun(next))
    change({ phase: "sending" })
    try {
      const onPartial = (partial: string) => change({ phase: "partial", partial })
      change({ phase: "done", result: await transcribe(call, file, options, { onPartial, signal }) })
    } catch (problem) {
      change({ phase: "idle", problem })
    }
  }
  return { clear, run, start }
}

const useStatus = ({ phase, result }: Run): string => {
  const { status } = useMessages(transcription)
  const { money, seconds } = useFormat()
  if (result !== undefined) return status.done(seconds(result.seconds), money(result.usage.credits_used))
  return phase === "sending" || phase === "partial" ? status[phase] : ""
}

interface ChooserProps {
  readonly file: File | null
  readonly onChoose: (file: File | null) => void
}

/** The size is looked at here: whoever sends too much is cut off before the answer can be read. */
const Chooser = ({ file, onChoose }: ChooserProps) => {
  const t = useMessages(transcription)
  const { number, size } = useFormat()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const dropped = event.dataTransfer.files[0]
    if (dropped !== undefined) onChoose(dropped)
  }
  const isTooLarge = file !== null && file.size > MAX_UPLOAD_BYTES
  return (
    <FileInput
      label={t.choose}
      placeholder={t.chooseOr}
      description={t.limits(number(MAX_AUDIO_SECONDS), size(MAX_UPLOAD_BYTES))}
      value={file}
      onChange={onChoose}
      accept="audio/*,video/*"
      error={isTooLarge ? t.tooLarge(size(MAX_UPLOAD_BYTES)) : undefined}
      wrapperProps={{ onDragOver: (event: DragEvent) => event.preventDefault(), onDrop: drop }}
    />
  )
}

interface FileTranscriptionProps extends ChooserProps {
  readonly language: FileOptions["language"]
}

export const FileTranscription = ({ file, language, onChoose }: FileTranscriptionProps) => {
  const t = useMessages(transcription)
  const [hasTimes, setHasTimes] = useState(true)
  const { clear, run, start } = useRun()
  const status = useStatus(run)
  const options = { language, hasTimes }
  const isBusy = run.phase === "sending" || run.phase === "partial"
  const [sent, setSent] = useState<SentSound>()
  const send = (chosen: File) => {
    setSent({ file: chosen, options })
    void start(chosen, options)
  }
  const choose = (chosen: File | null) => {
    setSent(undefined)
    clear()
    onChoose(chosen)
  }
  return (
    <Stack>
      <Chooser file={file} onChoose={choose} />
      <Checkbox
        label={t.times}
        description={t.timesAbout}
        checked={hasTimes}
        onChange={(event) => setHasTimes(event.currentTarget.checked)}
      />
      <Group>
        <Button
          disabled={file === null || isBusy || file.size > MAX_UPLOAD_BYTES}
          onClick={() => (file === null ? undefined : send(file))}
        >
          {t.transcribe}
        </Button>
        <Text role="status" size="sm">
          {status}
        </Text>
      </Group>
      {run.problem === undefined ? null : <Problem problem={run.problem} />}
      <Partial text={run.partial} language={language} />
      {file === null ? null : <TranscribedSound sound={file} result={run.result} words={run.result?.words} />}
      {sent === undefined ? null : <Commands of={fileCommands(location.origin, sent)} />}
    </Stack>
  )
}
