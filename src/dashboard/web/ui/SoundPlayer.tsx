/** Sounds to listen to, one at a time: where another begins, the one before pauses. */
import { ActionIcon, Group, Text } from "@mantine/core"
import { PauseIcon, PlayIcon } from "@primer/octicons-react"
import { type RefObject, useEffect, useRef, useState } from "react"
import { useMessages } from "../language.tsx"
import { records } from "../messages/records.ts"
import { useProblemText } from "./problemText.ts"

/** `play` does not bubble: the document sees it on its way to the element. */
const usePausedByOthers = (audio: RefObject<HTMLAudioElement | null>) =>
  useEffect(() => {
    const pause = ({ target }: Event) => {
      if (target !== audio.current) audio.current?.pause()
    }
    document.addEventListener("play", pause, true)
    return () => document.removeEventListener("play", pause, true)
  }, [audio])

/** The spoken text as captions: one for the whole. */
const captionsOf = (text: string): string =>
  `data:text/vtt,${encodeURIComponent(`WEBVTT\n\n00:00.000 --> 99:59.000\n${text.replaceAll(/\n\s*\n/g, "\n").replaceAll("-->", "→")}\n`)}`

interface SoundProps {
  readonly label: string
  readonly source: string
  /** What is said in it, where that is known. */
  readonly text?: string | undefined
  /** Begins at once: for speech that was just requested. */
  readonly begins?: boolean
}

/** A sound with the browser's own controls. */
export const SoundPlayer = ({ label, source, text, begins }: SoundProps) => {
  const audio = useRef<HTMLAudioElement>(null)
  usePausedByOthers(audio)
  return (
    <audio
      ref={audio}
      controls
      preload="metadata"
      src={source}
      autoPlay={begins === true}
      aria-label={label}
      style={{ width: "100%", minWidth: 0 }}
    >
      <track kind="captions" src={captionsOf(text ?? label)} />
    </audio>
  )
}

interface ListenProps {
  /** What is heard, such as the voice's name. */
  readonly label: string
  /** Its address, requested when it is played. */
  readonly source: () => string | Promise<string>
  readonly text?: string | undefined
}

/** A browser that plays nothing without another press, or was paused while it loaded: no failure. */
const isInterruption = (problem: unknown): boolean =>
  problem instanceof DOMException && ["NotAllowedError", "AbortError"].includes(problem.name)

const useListening = (source: ListenProps["source"]) => {
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  usePausedByOthers(audio)
  const begin = async (element: HTMLAudioElement) => {
    setBusy(true)
    setProblem(undefined)
    try {
      // One that was paused goes on; its address may have expired meanwhile, so that each beginning asks anew.
      if (element.currentSrc === "" || element.ended || element.error !== null) element.src = await source()
      await element.play()
    } catch (failure) {
      if (!isInterruption(failure)) setProblem(failure)
    } finally {
      setBusy(false)
    }
  }
  const toggle = () => {
    const element = audio.current
    if (element === null) return
    if (element.paused) void begin(element)
    else element.pause()
  }
  return { audio, isPlaying, setPlaying, isBusy, problem, toggle }
}

/** A button that plays a sound, and pauses it. */
export const Listen = ({ label, source, text }: ListenProps) => {
  const problemText = useProblemText()
  const t = useMessages(records)
  const { audio, isPlaying, setPlaying, isBusy, problem, toggle } = useListening(source)
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant={isPlaying ? "filled" : "default"}
        size="lg"
        radius="xl"
        aria-label={`${t.listen}: ${label}`}
        aria-pressed={isPlaying}
        aria-busy={isBusy}
        loading={isBusy}
        onClick={toggle}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </ActionIcon>
      <audio
        ref={audio}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      >
        <track kind="captions" src={captionsOf(text ?? label)} />
      </audio>
      {problem === undefined ? null : (
        <Text size="xs" c="red" role="alert">
          {problemText(problem).message}
        </Text>
      )}
    </Group>
  )
}
