/** How a request or a job ended, by a sign, words and a colour. */
import { Badge } from "@mantine/core"
import { CheckIcon, SyncIcon, XIcon } from "@primer/octicons-react"
import type { ReactNode } from "react"

const signs = { good: CheckIcon, bad: XIcon, running: SyncIcon } as const
const colors = { good: "green", bad: "red", running: "blue" } as const

interface OutcomeProps {
  readonly kind: keyof typeof signs
  readonly children: ReactNode
}

export const Outcome = ({ kind, children }: OutcomeProps) => {
  const Sign = signs[kind]
  return (
    <Badge
      tt="none"
      variant="outline"
      color={colors[kind]}
      leftSection={<Sign size={12} />}
      styles={{ label: { color: "var(--mantine-color-text)" } }}
    >
      {children}
    </Badge>
  )
}
