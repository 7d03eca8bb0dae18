/** How a request or a job ended, by a sign, words and a colour. */
import { Badge } from "@mantine/core"
import { CheckIcon, SyncIcon, XIcon } from "@primer/octicons-react"
import type { ReactNode } from "react"

const signs = { good: CheckIcon, bad: XIcon, running: SyncIcon } as const
/** Those of the theme that keep a contrast of 4.5 with the page, in light and dark. */
const colors = { good: "anchor", bad: "error", running: "text" } as const

interface OutcomeProps {
  readonly kind: keyof typeof signs
  readonly children: ReactNode
}

export const Outcome = ({ kind, children }: OutcomeProps) => {
  const Sign = signs[kind]
  const color = `var(--mantine-color-${colors[kind]})`
  return (
    <Badge tt="none" variant="outline" leftSection={<Sign size={12} />} style={{ color, borderColor: color }}>
      {children}
    </Badge>
  )
}
