/** What the server said in its own words, which are English, below what the page says. */
import { Text } from "@mantine/core"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"

export const Details = ({ text }: { readonly text: string | undefined }) => {
  const t = useMessages(common)
  return text === undefined ? null : (
    <Text size="sm" mt={4} style={{ overflowWrap: "anywhere" }}>
      <b>{t.details}</b> <span lang="en">{text}</span>
    </Text>
  )
}
