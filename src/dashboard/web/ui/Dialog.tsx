/** A button that opens a dialog. What is in the dialog begins anew each time that it is opened. */
import { Button } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { Fragment, type ReactNode, useState } from "react"
import { NamedModal } from "./NamedModal.tsx"

interface DialogProps {
  /** The button. */
  readonly action: string
  readonly title: string
  /** What the button is about, where several alike stand in a list. */
  readonly label?: string
  readonly isPrimary?: boolean
  /** The button stands among others in a row of a list. */
  readonly isSmall?: boolean
  readonly children: (close: () => void) => ReactNode
}

export const Dialog = ({ action, title, label, isPrimary, isSmall, children }: DialogProps) => {
  const [isOpen, { open, close }] = useDisclosure()
  const [times, setTimes] = useState(0)
  const begin = () => {
    setTimes(times + 1)
    open()
  }
  return (
    <>
      <Button
        variant={isPrimary === true ? "filled" : "default"}
        size={isSmall === true ? "xs" : "sm"}
        onClick={begin}
        aria-label={label}
      >
        {action}
      </Button>
      <NamedModal
        isOpen={isOpen}
        close={close}
        title={title}
        size="lg"
        // A slip of the finger would lose what was typed, or a secret that is shown once.
        closeOnClickOutside={false}
      >
        <Fragment key={times}>{children(close)}</Fragment>
      </NamedModal>
    </>
  )
}
