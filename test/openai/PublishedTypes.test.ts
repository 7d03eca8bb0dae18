/** What `/v1` answers by its contracts, held against the types of OpenAI's own package when this file is compiled. */
import { expect, test } from "bun:test"
import type {
  Transcription as PublishedTranscription,
  TranscriptionDiarized,
  TranscriptionStreamEvent,
  TranscriptionVerbose
} from "openai/resources/audio/transcriptions"
import type { Translation as PublishedTranslation, TranslationVerbose } from "openai/resources/audio/translations"
import type {
  ChatCompletion as PublishedChat,
  ChatCompletionChunk as PublishedChunk
} from "openai/resources/chat/completions"
import type { CreateEmbeddingResponse } from "openai/resources/embeddings"
import type { Model as PublishedModel } from "openai/resources/models"
import type { ResponseItemList } from "openai/resources/responses/input-items"
import type { Response as PublishedResponse, ResponseStreamEvent } from "openai/resources/responses/responses"
import type { ErrorObject } from "openai/resources/shared"
import type { OpenAiEnvelope } from "../../src/http/OpenAiErrors.ts"
import type { ChatCompletion, ChatCompletionChunk } from "../../src/openai/ChatCompletionAnswersApi.ts"
import type { EmbeddingList } from "../../src/openai/EmbeddingsApi.ts"
import type { Model } from "../../src/openai/ModelsApi.ts"
import type * as Transcripts from "../../src/openai/OpenAiTranscriptApi.ts"
import type { ResponseEvent } from "../../src/openai/ResponseEvents.ts"
import type { InputItemList } from "../../src/openai/ResponseInputItemsApi.ts"
import type { ResponseObject } from "../../src/openai/ResponseObjectApi.ts"

/** Made by the package's client and never sent. */
type OfTheClient = "output_text"

/** What a client sent and gets back: the package's types have closed lists where any text is taken. */
type IsEchoed<Key, Value> = [Key, Value] extends ["effort" | "summary" | "detail", string | null | undefined]
  ? true
  : false

/** Null where there is none: Open Responses requires them of a response, and OpenAI's own examples have them so. */
type Nullable = "usage" | "user"

/** Without names that are any text: fields of an engine's own, beside those of its protocol. */
type Plain<T> =
  T extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Plain<Item>>
    : T extends object
      ? {
          readonly [Key in keyof T as string extends Key
            ? never
            : Key extends OfTheClient
              ? never
              : IsEchoed<Key, T[Key]> extends true
                ? never
                : Key]: Plain<Key extends Nullable ? Exclude<T[Key], null> : T[Key]>
        }
      : T

/** Vectors in base64 are for whoever asks for them: the package does so itself, and decodes them. */
type Numbers = Omit<EmbeddingList, "data"> & {
  readonly data: ReadonlyArray<
    Omit<EmbeddingList["data"][number], "embedding"> & { readonly embedding: ReadonlyArray<number> }
  >
}

const chat = (it: Plain<ChatCompletion>): Plain<PublishedChat> => it
const chunk = (it: Plain<ChatCompletionChunk>): Plain<PublishedChunk> => it
const response = (it: Plain<ResponseObject>): Plain<PublishedResponse> => it
const event = (it: Plain<ResponseEvent>): Plain<ResponseStreamEvent> => it
const items = (it: Plain<InputItemList>): Plain<ResponseItemList> => it
const model = (it: Plain<Model>): Plain<PublishedModel> => it
const embeddings = (it: Plain<Numbers>): Plain<CreateEmbeddingResponse> => it
const transcription = (it: Plain<typeof Transcripts.Transcription.Type>): Plain<PublishedTranscription> => it
const verbose = (it: Plain<typeof Transcripts.VerboseTranscription.Type>): Plain<TranscriptionVerbose> => it
const diarized = (it: Plain<typeof Transcripts.DiarizedTranscription.Type>): Plain<TranscriptionDiarized> => it
const streamed = (
  it: Plain<Exclude<Transcripts.TranscriptionEvent, OpenAiEnvelope>>
): Plain<TranscriptionStreamEvent> => it
const translation = (it: Plain<typeof Transcripts.Translation.Type>): Plain<PublishedTranslation> => it
const verboseTranslation = (it: Plain<typeof Transcripts.VerboseTranslation.Type>): Plain<TranslationVerbose> => it
const error = (it: Plain<OpenAiEnvelope["error"]>): Plain<ErrorObject> => it

test("every answer, piece and event of /v1 that its contract allows is one of OpenAI's, with all its fields", () => {
  const checks = [
    chat,
    chunk,
    response,
    event,
    items,
    model,
    embeddings,
    transcription,
    verbose,
    diarized,
    streamed,
    translation,
    verboseTranslation,
    error
  ]
  expect(new Set(checks.map((check) => typeof check))).toEqual(new Set(["function"]))
})
