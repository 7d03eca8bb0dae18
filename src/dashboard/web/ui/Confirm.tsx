/** A button that asks before it does what cannot be undone. */
import { Button, Group, Stack, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useState } from "react"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { type Fact, Facts } from "./Facts.tsx"
import { NamedModal } from "./NamedModal.tsx"
import { Problem } from "./Problem.tsx"

interface ConfirmProps {
  /** The button, and the one that confirms. */
  readonly action: string
  readonly title: string
  readonly consequence: string
  /** What the button is about, where several alike stand in a list. */
  readonly label?: string
  /** By which one knows that it is the right one. */
  readonly facts?: ReadonlyArray<Fact>
  readonly run: () => Promise<unknown>
}

export const Confirm = ({ action, title, consequence, facts, label, run }: ConfirmProps) => {
  const t = useMessages(common)
  const [isOpen, { open, close }] = useDisclosure()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const confirm = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await run()
      close()
    } catch (refusal) {
      setProblem(refusal)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={open} aria-label={label}>
        {action}
      </Button>
      <NamedModal isOpen={isOpen} close={close} title={title}>
        <Stack>
          {facts === undefined ? null : <Facts facts={facts} />}
          <Text>{consequence}</Text>
          {problem === undefined ? null : <Problem problem={problem} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {t.cancel}
            </Button>
            <Button color="red.9" onClick={() => void confirm()} loading={isBusy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </NamedModal>
    </>
  )
}
