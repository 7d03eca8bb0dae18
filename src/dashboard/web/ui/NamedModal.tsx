/** A dialog with a title, which is its name for screen readers from the start. */
import { Modal, type ModalRootProps } from "@mantine/core"
import type { ReactNode } from "react"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"

interface NamedModalProps extends Pick<ModalRootProps, "size" | "closeOnClickOutside"> {
  readonly isOpen: boolean
  readonly close: () => void
  readonly title: string
  readonly children: ReactNode
}

/** Mantine's own names a dialog by its title only when it is drawn once more (found by axe). */
export const NamedModal = ({ isOpen, close, title, children, ...rest }: NamedModalProps) => (
  <Modal.Root opened={isOpen} onClose={close} {...rest}>
    <Modal.Overlay />
    <Modal.Content aria-label={title}>
      <Modal.Header>
        <Modal.Title>{title}</Modal.Title>
        <Modal.CloseButton aria-label={useMessages(common).close} />
      </Modal.Header>
      <Modal.Body>{children}</Modal.Body>
    </Modal.Content>
  </Modal.Root>
)
