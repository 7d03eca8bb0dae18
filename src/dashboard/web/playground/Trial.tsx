/** That what answers here is an engine for trying, before anybody relies on it. */
import { Stack } from "@mantine/core"
import { useMessages } from "../language.tsx"
import { engines as words } from "../messages/engines.ts"
import { useRead } from "../queries.ts"
import { AmberNote } from "../ui/Amber.tsx"

/** Which of the engines that a tab uses are there for trying. */
export const useTrials = () =>
  useRead(["engines", "trials"], (client) => client.dashboardPlayground.playgroundEngines()).data?.data

interface TrialProps {
  /** The engines that answer here. */
  readonly of: ReadonlyArray<"recognizer" | "text_model">
}

export const Trial = ({ of }: TrialProps) => {
  const { trial } = useMessages(words)
  const trials = useTrials()
  const notes = of.flatMap((kind) => trials?.[kind] ?? [])
  return notes.length === 0 ? null : (
    <Stack gap="xs">
      {notes.map((note) => (
        <AmberNote key={note}>{trial[note]}</AmberNote>
      ))}
    </Stack>
  )
}
