/** One question and its answer, as they stand in the conversation. */
import { Paper, Stack, Text } from "@mantine/core"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { chat } from "../../messages/chat.ts"
import type { ChatInput, Reply } from "./exchange.ts"

export interface ShownExchange {
  readonly id: string
  readonly asked: ChatInput
  readonly reply: Reply
}

const Utterance = ({ who, lang, text }: { readonly who: string; readonly lang?: string; readonly text: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {who}
    </Text>
    <Text lang={lang} style={{ whiteSpace: "pre-wrap" }}>
      {text}
    </Text>
  </div>
)

export const ExchangePanel = ({ asked: input, reply }: Omit<ShownExchange, "id">) => {
  const t = useMessages(chat)
  const format = useFormat()
  const files = [...input.files, ...(input.sound === null ? [] : [input.sound])].map(({ name }) => name)
  return (
    <Paper component="li" withBorder p="sm">
      <Stack gap="xs">
        <Utterance
          who={t.you}
          text={[input.prompt, reply.heard ?? "", ...files].filter((text) => text !== "").join("\n")}
        />
        <Utterance who={t.model} lang={input.language} text={reply.text} />
        {reply.usage === undefined ? null : (
          <Text size="xs" c="dimmed">
            {[
              reply.model,
              t.tokens(format.number(reply.usage.total_token_count)),
              reply.finish === undefined ? undefined : t.finish[reply.finish]
            ]
              .filter((text) => text !== undefined)
              .join(" · ")}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
