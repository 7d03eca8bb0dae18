/** Text that follows the playing: words in a paragraph, or captions one below the other. */
import { Box } from "@mantine/core"
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react"
import "./timed.css"
import { type TimedPart, useCurrent } from "./useCurrent.ts"

/** Where each of `parts` stands in `text`: what comes before it, and what is left at the end. */
const placed = (text: string, parts: ReadonlyArray<TimedPart>) => {
  let from = 0
  const places = parts.map((part, at) => {
    const found = text.indexOf(part.text, from)
    const before = found < 0 ? " " : text.slice(from, found)
    if (found >= 0) from = found + part.text.length
    return { ...part, at, before }
  })
  return { places, rest: text.slice(from) }
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`

/** The text is one stop of the Tab key. The arrows go from part to part, Home and End to the first and the last. */
const useRoving = (count: number) => {
  const [stop, setStop] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: stop + 1,
    ArrowDown: stop + 1,
    ArrowLeft: stop - 1,
    ArrowUp: stop - 1,
    Home: 0,
    End: count - 1
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moves[event.key]
    if (next === undefined || next < 0 || next >= count) return
    event.preventDefault()
    setStop(next)
    box.current?.querySelectorAll("button")[next]?.focus()
  }
  return { box, onKeyDown, setStop, stop: Math.min(stop, count - 1) }
}

interface TimedTextProps {
  readonly audio: HTMLAudioElement | null
  readonly parts: ReadonlyArray<TimedPart>
  /** Where the parts are its words. */
  readonly text?: string
  readonly label: string
  /** The language of the text. */
  readonly lang: string
}

export const TimedText = ({ audio, label, lang, parts, text }: TimedTextProps) => {
  const current = useCurrent(audio, parts)
  const { box, onKeyDown, setStop, stop } = useRoving(parts.length)
  const { places, rest } = useMemo(() => placed(text ?? "", parts), [text, parts])
  const isList = text === undefined

  // What is heard stays in sight; the page itself does not move.
  useEffect(() => {
    const part = box.current?.querySelectorAll("button")[current]
    if (box.current !== null && part !== undefined)
      box.current.scrollTop = part.offsetTop - box.current.clientHeight / 2
  }, [box, current])

  const seek = ({ at, start }: { readonly at: number; readonly start: number }) => {
    setStop(at)
    if (audio === null) return
    audio.currentTime = start
    void audio.play().catch(() => {})
  }
  return (
    <Box ref={box} className="timed" role="group" aria-label={label} lang={lang} onKeyDown={onKeyDown}>
      {places.map((place) => (
        <span key={place.at}>
          {isList ? null : place.before}
          <button
            type="button"
            className={isList ? "cue" : undefined}
            tabIndex={place.at === stop ? 0 : -1}
            aria-current={place.at === current}
            onClick={() => seek(place)}
          >
            {isList ? <time>{clock(place.start)}</time> : null}
            <span>{place.text}</span>
          </button>
        </span>
      ))}
      {isList ? null : rest}
    </Box>
  )
}
