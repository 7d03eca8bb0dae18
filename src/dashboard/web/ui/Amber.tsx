/** A warning, in a line or a row: a sign, words, and the colour of warnings. */
import { Alert, Badge } from "@mantine/core"
import { AlertIcon } from "@primer/octicons-react"
import type { ReactNode } from "react"

/** That of the theme which keeps a contrast of 4.5 with the page, in light and dark. */
const COLOR = "var(--mantine-color-yellow-outline)"

interface AmberProps {
  readonly children: ReactNode
}

export const AmberMark = ({ children }: AmberProps) => (
  <Badge tt="none" variant="outline" leftSection={<AlertIcon size={12} />} style={{ color: COLOR, borderColor: COLOR }}>
    {children}
  </Badge>
)

export const AmberNote = ({ children }: AmberProps) => (
  <Alert color="yellow" variant="outline" icon={<AlertIcon />} role="note">
    {children}
  </Alert>
)
