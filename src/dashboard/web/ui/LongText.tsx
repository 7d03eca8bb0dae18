/** A text of any length: its beginning in a row of a list, and in full. */
import { ScrollArea, Text } from "@mantine/core"

interface LongTextProps {
  readonly label: string
  readonly text: string
  readonly lang?: string | undefined
}

/** All of it, with its lines as they are, which scrolls in its own box. */
export const LongText = ({ label, text, lang }: LongTextProps) => (
  <ScrollArea.Autosize
    mah={320}
    type="auto"
    viewportProps={{ tabIndex: 0, role: "region", "aria-label": label }}
    style={{ border: "1px solid var(--mantine-color-default-border)", borderRadius: "var(--mantine-radius-md)" }}
  >
    <Text lang={lang} p="sm" style={{ whiteSpace: "pre-wrap" }}>
      {text}
    </Text>
  </ScrollArea.Autosize>
)

/** The beginning of a text, in a row of a list. */
export const Beginning = ({ text, lang }: { readonly text: string; readonly lang?: string | undefined }) => (
  <Text size="sm" lang={lang} lineClamp={2} maw={360}>
    {text}
  </Text>
)
