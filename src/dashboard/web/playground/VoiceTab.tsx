/** Text to speech: what it would cost, then the speech while it is made. */
import { Button, Group, Stack, Text } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { useMemo, useState } from "react"
import { type Voice as CatalogVoice, type Clip, MAX_TEXT } from "../../../voice/Api.ts"
import { useFormat } from "../format.ts"
import { useLanguage, useMessages } from "../language.tsx"
import { audio as audioWords } from "../messages/audio.ts"
import { voice } from "../messages/voice.ts"
import { Problem } from "../ui/Problem.tsx"
import { Player } from "./audio/Player.tsx"
import { TimedText } from "./audio/TimedText.tsx"
import type { TimedPart } from "./audio/useCurrent.ts"
import { Commands } from "./Commands.tsx"
import { speechCommands } from "./commands/speechCommands.ts"
import { ClipList, Receipt } from "./voice/ClipList.tsx"
import { EstimateLine } from "./voice/EstimateLine.tsx"
import { NEUTRAL, SpeechForm, type SpeechOptions } from "./voice/SpeechForm.tsx"
import type { SpeechBody } from "./voice/speech.ts"
import { useEstimate, useVoices } from "./voice/useCatalog.ts"
import { useClips } from "./voice/useClips.ts"
import { type Speech, useSpeech } from "./voice/useSpeech.ts"

/** Milliseconds without a key pressed after which the cost is requested. */
const TYPING = 400

const noWords: ReadonlyArray<TimedPart> = []
const noVoices: ReadonlyArray<CatalogVoice> = []

/** The request to the API; undefined where it would be refused. */
const bodyOf = ({ language, speed, text }: SpeechOptions, voiceId: string | undefined): SpeechBody | undefined =>
  voiceId === undefined || text.trim() === "" || text.length > MAX_TEXT
    ? undefined
    : { text, voice_id: voiceId, language, ...(speed === NEUTRAL ? {} : { speed }) }

const useSpeechOptions = () => {
  const { samples } = useMessages(voice)
  const first = useLanguage().language === "om" ? "om" : "am"
  const [options, setOptions] = useState<SpeechOptions>({
    language: first,
    voiceId: undefined,
    speed: NEUTRAL,
    text: samples[first]
  })
  const { data: voices = noVoices, error } = useVoices(options.language)
  const available = voices.filter(({ is_available }) => is_available)
  const voiceId =
    options.voiceId ?? available.find(({ is_default }) => is_default)?.id ?? available.find(() => true)?.id
  const { language, speed, text } = options
  const body = useMemo(() => bodyOf({ language, speed, text, voiceId }, voiceId), [language, speed, text, voiceId])
  const change = (part: Partial<SpeechOptions>) => setOptions((now) => ({ ...now, ...part }))
  return { body, change, error, options: { ...options, voiceId }, voices }
}

const useStatus = ({ clip, isBlocked, isStopped, phase }: Speech): string => {
  const t = useMessages(voice)
  const { money, seconds } = useFormat()
  if (isBlocked === true) return t.blocked
  if (phase === "done" && clip !== undefined)
    return t.status.done(seconds(clip.duration_seconds), money(clip.usage.credits_used))
  if (phase === "idle" || phase === "done") return ""
  return isStopped === true ? t.status.stopped : t.status[phase]
}

const TimedClip = ({ audio, clip }: { readonly audio: HTMLAudioElement | null; readonly clip: Clip }) => {
  const { words } = useMessages(audioWords)
  return (
    <>
      <TimedText
        audio={audio}
        parts={clip.alignment?.words ?? noWords}
        text={clip.text}
        label={words}
        lang={clip.language}
      />
      <Receipt clip={clip} />
    </>
  )
}

const VoiceTab = () => {
  const t = useMessages(voice)
  const { body, change, error, options, voices } = useSpeechOptions()
  const [settled] = useDebouncedValue(body, TYPING)
  const estimate = useEstimate(settled)
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null)
  const [isPlaying, setPlaying] = useState(false)
  const { replay, speech, start, stop } = useSpeech(audio)
  const { clips } = useClips()
  const status = useStatus(speech)
  const [sent, setSent] = useState<SpeechBody>()
  const speak = (wanted: SpeechBody) => {
    setSent(wanted)
    void start(wanted)
  }
  const isMaking = speech.phase === "starting" || speech.phase === "streaming"
  return (
    <Stack>
      {error === null ? null : <Problem problem={error} />}
      <SpeechForm options={options} voices={voices} onChange={change} />
      <EstimateLine estimate={body === undefined ? undefined : estimate.data} problem={estimate.error} />
      <Group>
        <Button
          disabled={body === undefined || (isMaking && speech.isStopped !== true)}
          onClick={() => (body === undefined ? undefined : speak(body))}
        >
          {t.speak}
        </Button>
        <Button variant="default" disabled={!isPlaying} onClick={stop}>
          {t.stop}
        </Button>
        <Text role="status" size="sm">
          {status}
        </Text>
      </Group>
      {speech.problem === undefined ? null : <Problem problem={speech.problem} />}
      <div hidden={speech.phase === "idle"}>
        <Player
          audio={audio}
          ref={setAudio}
          peaks={speech.peaks}
          captions={speech.clip?.alignment?.words ?? noWords}
          onPlaying={setPlaying}
        >
          {speech.clip === undefined ? null : <TimedClip audio={audio} clip={speech.clip} />}
        </Player>
      </div>
      {sent === undefined ? null : <Commands of={speechCommands(location.origin, sent)} />}
      <ClipList clips={clips} play={(clip) => void replay(clip)} />
    </Stack>
  )
}

export default VoiceTab
