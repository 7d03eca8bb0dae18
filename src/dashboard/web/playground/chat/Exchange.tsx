/** One question and its answer, as they stand in the conversation. */
import { Paper, Stack, Text } from "@mantine/core"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { chat } from "../../messages/chat.ts"
import type { Asked, Reply } from "./exchange.ts"

export interface Shown {
  readonly id: string
  readonly asked: Asked
  readonly reply: Reply
}

const Said = ({ who, lang, text }: { readonly who: string; readonly lang?: string; readonly text: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {who}
    </Text>
    <Text lang={lang} style={{ whiteSpace: "pre-wrap" }}>
      {text}
    </Text>
  </div>
)

export const Exchange = ({ asked, reply }: Omit<Shown, "id">) => {
  const t = useMessages(chat)
  const format = useFormat()
  const files = [...asked.files, ...(asked.sound === null ? [] : [asked.sound])].map(({ name }) => name)
  return (
    <Paper component="li" withBorder p="sm">
      <Stack gap="xs">
        <Said who={t.you} text={[asked.prompt, reply.heard ?? "", ...files].filter((text) => text !== "").join("\n")} />
        <Said who={t.model} lang={asked.language} text={reply.text} />
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
