/** What was sent, as a command and as programs, to be pasted. */
import { Code, SegmentedControl, Stack, Text, Title } from "@mantine/core"
import { useId, useState } from "react"
import { useMessages } from "../language.tsx"
import { playground } from "../messages/playground.ts"
import { Block } from "../ui/Copy.tsx"
import type { Commands as Written } from "./commands/writing.ts"

const names = { curl: "curl", typescript: "TypeScript", python: "Python" } as const
type Name = keyof typeof names
const isName = (name: string | null): name is Name => name !== null && name in names

const STORED = "qal.playground.program"

/** Which was looked at last, on any tab. */
const useProgram = () => {
  const [chosen, setChosen] = useState<Name>(() => {
    const stored = localStorage.getItem(STORED)
    return isName(stored) ? stored : "curl"
  })
  const choose = (name: string) => {
    if (!isName(name)) return
    localStorage.setItem(STORED, name)
    setChosen(name)
  }
  return { chosen, choose }
}

export const Commands = ({ of: written }: { readonly of: Written }) => {
  const t = useMessages(playground)
  const title = useId()
  const { choose, chosen } = useProgram()
  const offered = (["curl", "typescript", "python"] as const).filter((name) => written[name] !== undefined)
  const name = offered.includes(chosen) ? chosen : "typescript"
  const needed = name === "curl" ? undefined : written.needs[name]
  return (
    <Stack gap="xs" component="section" aria-labelledby={title}>
      <Title order={2} size="h4" id={title}>
        {t.command}
      </Title>
      <SegmentedControl
        aria-labelledby={title}
        value={name}
        onChange={choose}
        data={offered.map((value) => ({ value, label: names[value] }))}
        style={{ alignSelf: "flex-start" }}
      />
      <Text size="sm" c="dimmed">
        {t.keyFirst} <Code>export QAL_KEY=sk_…</Code>
        {needed === undefined ? null : (
          <>
            {" "}
            {t.needs} <Code>{needed}</Code>
          </>
        )}
      </Text>
      <Block label={names[name]} text={written[name] ?? ""} />
    </Stack>
  )
}
