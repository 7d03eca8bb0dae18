/**
 * Text to be taken along: a secret, an id, a command. Browsers give the clipboard
 * to https and to this machine alone; elsewhere the text is there to be selected.
 */
import { Box, Button, Code, CopyButton, Group } from "@mantine/core"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"

export const Copy = ({ value, label }: { readonly value: string; readonly label?: string }) => {
  const t = useMessages(common)
  if (!window.isSecureContext) return null
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button size="xs" variant="default" onClick={copy} aria-live="polite">
          {copied ? t.copied : (label ?? t.copy)}
        </Button>
      )}
    </CopyButton>
  )
}

/** A command or a secret in full, which scrolls in its own box. */
export const Block = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <Box component="section" aria-label={label}>
    <Group justify="flex-end" mb={4}>
      <Copy value={text} />
    </Group>
    <Code block tabIndex={0}>
      {text}
    </Code>
  </Box>
)
