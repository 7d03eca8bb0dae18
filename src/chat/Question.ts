/** What the model is asked for a request, and what the answer to a client is made of. */
import { Effect, Option } from "effect"
import { usageMetadata } from "../billing/UsageMetadata.ts"
import type { WalletId } from "../Domain.ts"
import { onWire } from "../engines/CallExtra.ts"
import { instructions } from "../engines/Instructions.ts"
import type { TokenUsage } from "../engines/TextModel.ts"
import type { ChargedAnswer, Question } from "./AnswerGeneration.ts"
import type { Answer } from "./Api.ts"
import type { Attachment, Attachments } from "./Attachments.ts"
import type { ChatRequest } from "./ChatRequest.ts"
import * as History from "./History.ts"
import * as Material from "./Material.ts"
import * as Prompt from "./Prompt.ts"
import * as ToolCalls from "./ToolCalls.ts"

/** What the model is asked: the rules, the conversation, and what the user says now. */
export const questionOf = (request: ChatRequest, material: Material.Material): Question => {
  const { generation_config: config, places } = request
  const { format } = config.further
  const targetLanguage = Option.fromNullable(request.target_language)
  const history = History.messages(
    request.conversation_history,
    Material.earlierParts(material),
    Material.inlineParts(material)
  )
  const said = Prompt.message({
    files: Material.attachedParts(material),
    transcript: Option.getOrUndefined(material.spoken)?.text,
    prompt: request.prompt
  })
  return {
    targetLanguage,
    includesThoughts: request.include_reasoning === true,
    request: {
      messages: [
        ...instructions({ targetLanguage, system: request.system, persona: request.persona, spoken: false, format }),
        ...(places.field === "messages" ? History.withMaterial(history, said) : History.withMessage(history, said))
      ],
      tools: ToolCalls.engineTools(request.tools),
      toolChoice: ToolCalls.engineChoice(request.tool_choice),
      targetLanguage,
      temperature: config.temperature,
      topP: config.topP,
      topK: config.topK,
      maxOutputTokens: config.maxOutputTokens,
      further: config.further
    }
  }
}

/** What was heard, as the answer has it. */
export const transcription = (spoken: Option.Option<Material.Transcript>) =>
  Option.match(spoken, {
    onNone: () => ({}),
    onSome: (transcript) => ({
      transcription_raw: Material.analysed(transcript),
      transcription_clean: transcript.text,
      heard_seconds: Math.round(transcript.seconds * 100) / 100,
      ...(transcript.warnings.length > 0 ? { warnings: transcript.warnings } : {})
    })
  })

/** Keeps the attachments, and says what of each the model was not given, as the answer has it. */
export const uploadedOf = (
  attachments: Attachments,
  walletId: WalletId,
  read: ReadonlyArray<Attachment>,
  sent: Material.Material
) =>
  read.length === 0
    ? Effect.succeed({})
    : Effect.map(attachments.store(walletId, read), (stored) => ({
        uploaded_attachments: stored.map((file, index) => {
          const leftOut = sent.attachments[index]?.content.leftOut ?? []
          return leftOut.length === 0 ? file : { ...file, left_out: leftOut }
        })
      }))

/** What of the request's files the model was not given, as the answer has it. */
export const leftOut = (sent: Material.Material): Pick<Answer, "left_out"> => {
  const sentences = Material.leftOut(sent)
  return sentences.length === 0 ? {} : { left_out: sentences }
}

/** The calls of an answer, by ids that no other call of the conversation has; one alone where no more are wanted. */
export const callsOf = ({ finishReason, toolCalls }: ChargedAnswer["generation"], request: ChatRequest) => {
  if (finishReason === "safety" || toolCalls.length === 0) return []
  const one = Option.contains(request.generation_config.further.parallelToolCalls, false)
  const taken = History.callIds(request.conversation_history)
  return ToolCalls.distinct(one ? toolCalls.slice(0, 1) : toolCalls, taken)
}

/** The answer that is stored and sent, with these calls. */
export const toAnswer = (
  { generation }: ChargedAnswer,
  calls: ReturnType<typeof callsOf>,
  request: ChatRequest,
  usage: TokenUsage,
  model: string,
  more: Pick<
    Answer,
    "uploaded_attachments" | "left_out" | "transcription_raw" | "transcription_clean" | "heard_seconds" | "warnings"
  >
): Answer => {
  const { finishReason, text, thoughts } = generation
  return {
    response_text: text,
    ...(request.include_reasoning === true && thoughts !== undefined ? { reasoning_text: thoughts } : {}),
    finish_reason: calls.length > 0 ? "tool_calls" : finishReason === "tool_calls" ? "stop" : finishReason,
    usage_metadata: usageMetadata(usage.promptTokens, usage.candidateTokens, {
      ...Option.getOrUndefined(generation.usage),
      ...(usage.reasoningTokens === undefined ? {} : { reasoningTokens: usage.reasoningTokens })
    }),
    modelVersion: model,
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(onWire)
        }),
    ...more
  }
}
