/** Text to be taken along: a secret, an id, a command. */
import { Box, Button, Code, Group } from "@mantine/core"
import { useEffect, useState } from "react"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"

/** Milliseconds for which the button says that it was done. */
const SAID = 2_000

/**
 * As it was done before there was a clipboard for scripts, which browsers give to
 * https and to this machine alone: the selected text of a field is copied.
 */
const copySelected = (text: string): boolean => {
  const before = document.activeElement
  const field = document.createElement("textarea")
  field.value = text
  field.style.position = "fixed"
  // Where the button is: a dialog keeps the focus in itself.
  const place = before?.parentElement ?? document.body
  place.append(field)
  field.select()
  const isCopied = document.execCommand("copy")
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}

const copied = async (text: string): Promise<boolean> => {
  if (!window.isSecureContext) return copySelected(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copySelected(text)
  )
}

export const Copy = ({ value, label }: { readonly value: string; readonly label?: string }) => {
  const t = useMessages(common)
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), SAID)
    return () => clearTimeout(timer)
  }, [isDone])
  return (
    <Button size="xs" variant="default" onClick={() => void copied(value).then(setDone)} aria-live="polite">
      {isDone ? t.copied : (label ?? t.copy)}
    </Button>
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
