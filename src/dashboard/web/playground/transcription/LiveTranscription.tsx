/** The microphone to text, while one speaks. */
import { Button, Group, Progress, Stack, Text } from "@mantine/core"
import { useState } from "react"
import { MAX_AUDIO_SECONDS } from "../../../../transcription/Api.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { audio as audioWords } from "../../messages/audio.ts"
import { transcription } from "../../messages/transcription.ts"
import { AudioProblem } from "../audio/AudioProblem.tsx"
import { Commands } from "../Commands.tsx"
import { liveCommands, RECORDING, type SentSession } from "../commands/transcriptionCommands.ts"
import { save } from "../save.ts"
import { Partial } from "./Partial.tsx"
import { TranscribedSound } from "./TranscribedSound.tsx"
import { type Live, useLive } from "./useLive.ts"

const useStatus = ({ phase, result }: Live): string => {
  const { status } = useMessages(transcription)
  const { money, seconds } = useFormat()
  if (result !== undefined) return status.done(seconds(result.seconds), money(result.usage.credits_used))
  return phase === "idle" || phase === "done" ? "" : status[phase]
}

const Meter = ({ live }: { readonly live: Live }) => {
  const t = useMessages(transcription)
  const { level } = useMessages(audioWords)
  const { number } = useFormat()
  return (
    <Stack gap={4} maw={420}>
      <Progress value={live.level * 100} aria-label={level} transitionDuration={100} />
      <Text size="sm" c="dimmed">
        {t.elapsed(number(Math.floor(live.seconds)), number(MAX_AUDIO_SECONDS))}
      </Text>
    </Stack>
  )
}

interface LiveTranscriptionProps {
  readonly language: "am" | "om"
  /** The recording as a file to be transcribed. */
  readonly onFile: (file: File) => void
}

export const LiveTranscription = ({ language, onFile }: LiveTranscriptionProps) => {
  const t = useMessages(transcription)
  const { finish, live, start } = useLive()
  const { partial, phase, problem, recording, result } = live
  const status = useStatus(live)
  const [sent, setSent] = useState<SentSession>()
  const begin = (request: SentSession) => {
    setSent(request)
    void start(request)
  }
  const isOpen = phase !== "idle" && phase !== "done"
  return (
    <Stack>
      <Group>
        {isOpen ? (
          <Button variant="default" onClick={finish} disabled={phase === "finishing" || phase === "recovering"}>
            {t.finish}
          </Button>
        ) : (
          <Button onClick={() => begin({ language })}>{t.start}</Button>
        )}
        <Text role="status" size="sm">
          {status}
        </Text>
      </Group>
      {isOpen ? <Meter live={live} /> : null}
      {problem === undefined ? null : <AudioProblem problem={problem} />}
      {result === undefined ? <Partial text={partial} language={language} /> : null}
      {recording === undefined || isOpen ? null : (
        <>
          <TranscribedSound sound={recording} result={result} words={live.words} />
          <Group>
            <Button
              variant="default"
              onClick={() => onFile(new File([recording], t.recording, { type: recording.type }))}
            >
              {t.again}
            </Button>
            <Button variant="default" onClick={() => save(recording, RECORDING)}>
              {t.save}
            </Button>
            {result === undefined ? null : (
              <Text size="sm" c="dimmed">
                {t.about}
              </Text>
            )}
          </Group>
          {sent === undefined ? null : <Commands of={liveCommands(location.origin, sent)} />}
        </>
      )}
    </Stack>
  )
}
