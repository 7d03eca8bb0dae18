/** The catalog in the contract of voice: voices, and their previews. */
import { Schema } from "effect"
import { BooleanFromQuery, Language } from "../Domain.ts"

export const Gender = Schema.Literal("female", "male").annotations({ description: "Whose voice it sounds like" })
export type Gender = typeof Gender.Type

export const Voice = Schema.Struct({
  id: Schema.String.annotations({ description: "What a request names in `voice_id`" }),
  name: Schema.String.annotations({ description: "The voice's name in Latin letters" }),
  descriptor: Schema.String.annotations({ description: "How it sounds, in a few words" }),
  language: Language,
  gender: Gender,
  style: Schema.String.annotations({ description: "How it speaks, in one word" }),
  tags: Schema.Array(Schema.String).annotations({ description: "What it is good for" }),
  script_chip: Schema.String.annotations({ description: "The voice's name in the language's own script" }),
  preview_audio_url: Schema.String.annotations({
    description: "A signed address of its preview, good for an hour; the sound is made when it is first fetched"
  }),
  preview_audio_url_expires_at: Schema.String.annotations({ description: "Until when that is good: ISO 8601, UTC" }),
  preview_mime_type: Schema.String.annotations({ description: "The media type of its preview" }),
  preview_duration_seconds: Schema.NullOr(Schema.Number).annotations({
    description: "How long its preview is, in seconds; null until it is made"
  }),
  is_default: Schema.Boolean.annotations({ description: "Whether it speaks where a request names no voice" }),
  is_available: Schema.Boolean.annotations({
    description: "Whether it may be asked for: an operator can switch it off"
  }),
  sort_order: Schema.Number.annotations({ description: "Its place in lists, from 0" })
}).annotations({
  identifier: "Voice",
  description: "A voice of the catalog",
  examples: [
    {
      id: "am-hamen",
      name: "Hamen",
      descriptor: "Warm and even",
      language: "am",
      gender: "female",
      style: "neutral",
      tags: ["narration", "assistant"],
      script_chip: "ሐመን",
      preview_audio_url: "https://qal.example/media/preview-am-hamen?expires=1795348380&signature=IzO4WV6-eT5iKOgo9xh2",
      preview_audio_url_expires_at: "2026-11-22T11:53:00.000Z",
      preview_mime_type: "audio/mpeg",
      preview_duration_seconds: 4.336,
      is_default: true,
      is_available: true,
      sort_order: 0
    }
  ]
})
export type Voice = typeof Voice.Type

export const VoiceFilter = Schema.Struct({
  language: Schema.optional(Language.annotations({ description: "Voices of this language alone" })),
  gender: Schema.optional(Gender.annotations({ description: "Voices that sound so alone" })),
  search: Schema.optional(
    Schema.String.annotations({
      description: "What is found in the name, id, descriptor, style or tags, whatever the case",
      examples: ["calm"]
    })
  ),
  include_unavailable: Schema.optional(
    BooleanFromQuery.annotations({ description: "Whether voices are listed that are switched off" })
  )
})
export type VoiceFilter = typeof VoiceFilter.Type

export const Preview = Schema.Struct({
  voice_id: Schema.String.annotations({ description: "The voice's id" }),
  audio_url: Schema.String.annotations({ description: "A signed address of the sound, good for an hour" }),
  audio_url_expires_at: Schema.String.annotations({ description: "Until when that is good: ISO 8601, UTC" }),
  audio: Schema.Null.annotations({ description: "Always null: the sound is at `audio_url`" }),
  mime_type: Schema.String.annotations({ description: "The sound's media type" }),
  duration_seconds: Schema.Number.annotations({ description: "How long it is, in seconds" }),
  download_name: Schema.String.annotations({ description: "The name under which a browser saves it" })
}).annotations({
  identifier: "VoicePreview",
  description: "A sample of a voice, made once and then kept; free",
  examples: [
    {
      voice_id: "am-hamen",
      audio_url: "https://qal.example/media/preview-am-hamen?expires=1795348380&signature=IzO4WV6-eT5iKOgo9xh2",
      audio_url_expires_at: "2026-11-22T11:53:00.000Z",
      audio: null,
      mime_type: "audio/mpeg",
      duration_seconds: 4.336,
      download_name: "am-hamen-preview.mp3"
    }
  ]
})
export type Preview = typeof Preview.Type
