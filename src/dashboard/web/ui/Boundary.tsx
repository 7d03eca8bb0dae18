/** Keeps a fault in one page from taking the menu with it. */
import { Button, Stack } from "@mantine/core"
import { Component, type ReactNode } from "react"
import { useMessages } from "../language.tsx"
import { faults } from "../messages/faults.ts"
import { Problem } from "./Problem.tsx"

interface BoundaryProps {
  /** Where it is: at another place it is tried anew. */
  readonly place: string
  readonly children: ReactNode
}

interface BoundaryState {
  readonly fault: { readonly problem: unknown } | undefined
}

const Fault = ({ problem }: { readonly problem: unknown }) => (
  <Stack align="flex-start">
    <Problem problem={problem} />
    <Button variant="default" onClick={() => location.reload()}>
      {useMessages(faults).reload}
    </Button>
  </Stack>
)

/** A class, since React reports faults below it to nothing else. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  static getDerivedStateFromError(problem: unknown): BoundaryState {
    return { fault: { problem } }
  }

  override state: BoundaryState = { fault: undefined }

  override componentDidUpdate({ place }: BoundaryProps): void {
    if (place !== this.props.place && this.state.fault !== undefined) this.setState({ fault: undefined })
  }

  override render(): ReactNode {
    const { fault } = this.state
    return fault === undefined ? this.props.children : <Fault problem={fault.problem} />
  }
}
