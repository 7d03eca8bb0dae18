/** The sound that is transcribed, with the transcript once it is there. */
import { Stack, Text } from "@mantine/core"
import type { TranscriptAnswer } from "../../../../transcription/Api.ts"
import { useMessages } from "../../language.tsx"
import { audio as audioWords } from "../../messages/audio.ts"
import { Player } from "../audio/Player.tsx"
import type { TimedPart } from "../audio/useCurrent.ts"
import { Result } from "./Result.tsx"
import { useRecording } from "./useRecording.ts"

const none: ReadonlyArray<TimedPart> = []

interface RecordingProps {
  readonly sound: Blob
  readonly result: TranscriptAnswer | undefined
  readonly words: ReadonlyArray<TimedPart> | undefined
}

export const TranscribedSound = ({ result, sound, words = none }: RecordingProps) => {
  const t = useMessages(audioWords)
  const { audio, isUnplayable, peaks, setAudio, setUnplayable } = useRecording(sound)
  return (
    <Stack>
      <Player
        audio={audio}
        ref={setAudio}
        peaks={peaks}
        captions={result?.segments ?? words}
        onError={() => setUnplayable(true)}
      />
      {isUnplayable ? <Text c="dimmed">{t.unplayable}</Text> : null}
      {result === undefined ? null : <Result result={result} audio={audio} words={words} />}
    </Stack>
  )
}
