/** A thing in full, in a dialog that a button of its row opens. */
import { Button, Modal, ScrollArea, Stack, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import type { ReactNode } from "react"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { records } from "../messages/records.ts"

interface ReaderProps {
  readonly title: string
  /** What the button opens, where several alike stand in a list. */
  readonly label: string
  /** Made when it is opened. */
  readonly children: () => ReactNode
}

export const Reader = ({ title, label, children }: ReaderProps) => {
  const t = useMessages(records)
  const { close: closeLabel } = useMessages(common)
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button size="xs" variant="default" onClick={open} aria-label={t.oneOf(t.open, label)}>
        {t.open}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} size="lg" closeButtonProps={{ "aria-label": closeLabel }}>
        <Stack>{isOpen ? children() : null}</Stack>
      </Modal>
    </>
  )
}

interface LongTextProps {
  readonly label: string
  readonly text: string
  readonly lang?: string | undefined
}

/** A text of any length, with its lines as they are, which scrolls in its own box. */
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
