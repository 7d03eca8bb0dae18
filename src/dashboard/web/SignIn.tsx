/** The way in: by the link that the server printed, or by its token. */
import { Anchor, Box, Button, Code, Group, Paper, PasswordInput, Stack, Text, Title } from "@mantine/core"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { useLocation } from "wouter"
import type { SignIn as Credentials } from "../session/SessionApi.ts"
import { useMessages } from "./language.tsx"
import { common } from "./messages/common.ts"
import { signIn as words } from "./messages/signIn.ts"
import { Preferences } from "./ui/Preferences.tsx"
import { Problem } from "./ui/Problem.tsx"

/** What runs the server's other commands, as `dashboard/DashboardPage` says it. */
const commandIn = (page: Document): string =>
  page.querySelector<HTMLMetaElement>('meta[name="qal-command"]')?.content ?? "qal"

const LINK = /^\/sign-in\/([\w-]+)$/

export const SignIn = ({ signIn }: { readonly signIn: (credentials: Credentials) => Promise<void> }) => {
  const t = useMessages(words)
  const { qal } = useMessages(common)
  const [location, navigate] = useLocation()
  const code = LINK.exec(location)?.[1]
  const tried = useRef<string>(undefined)
  const [token, setToken] = useState("")
  const [problem, setProblem] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)

  const enter = async (credentials: Credentials) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await signIn(credentials)
    } catch (refusal) {
      setProblem(refusal)
    } finally {
      setBusy(false)
    }
  }

  // A link works once: it is tried once, and does not stay in the history.
  useEffect(() => {
    if (code === undefined || tried.current === code) return
    tried.current = code
    navigate("/", { replace: true })
    void enter({ code })
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void enter({ token: token.trim() })
  }

  return (
    <Box component="main" maw={420} mx="auto" px="md" py="xl">
      <Group justify="space-between" mb="xl">
        <Title order={1}>{qal}</Title>
        <Preferences />
      </Group>
      <Paper withBorder p="lg">
        <form onSubmit={submit}>
          <Stack>
            <Title order={2} size="h3">
              {t.title}
            </Title>
            <PasswordInput
              label={t.token}
              description={t.where}
              value={token}
              onChange={(event) => setToken(event.currentTarget.value)}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ "aria-label": t.show }}
              required
            />
            {problem === undefined ? null : <Problem problem={problem} />}
            <Button type="submit" loading={isBusy}>
              {t.enter}
            </Button>
            <Text size="sm" c="dimmed">
              {t.link} <Code>{commandIn(document)} dashboard</Code>
            </Text>
          </Stack>
        </form>
      </Paper>
      <Text size="sm" mt="md">
        <Anchor href="/docs" py={4} display="inline-block">
          {t.documentation}
        </Anchor>
      </Text>
    </Box>
  )
}
