/** The frame around all pages, and which page an address shows. */
import {
  Anchor,
  AppShell,
  Box,
  Burger,
  Button,
  Center,
  Group,
  Loader,
  NavLink,
  ScrollArea,
  Stack,
  Text,
  Title
} from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { lazy, type MouseEvent, Suspense, useEffect, useRef } from "react"
import { Link, Route, Switch, useLocation } from "wouter"
import { useMessages } from "./language.tsx"
import { common } from "./messages/common.ts"
import { useSession } from "./session.tsx"
import { Preferences } from "./ui/Preferences.tsx"

/** In the order of the menu. Each is loaded when it is first shown. */
const pages = [
  { name: "overview", path: "/", page: lazy(() => import("./pages/Overview.tsx")) },
  { name: "playground", path: "/playground/:tab?", page: lazy(() => import("./playground/Playground.tsx")) },
  { name: "keys", path: "/keys", page: lazy(() => import("./pages/Keys.tsx")) },
  { name: "wallets", path: "/wallets/:id?", page: lazy(() => import("./pages/Wallets.tsx")) },
  { name: "voices", path: "/voices", page: lazy(() => import("./pages/Voices.tsx")) },
  { name: "clips", path: "/clips/:id?", page: lazy(() => import("./pages/Clips.tsx")) },
  { name: "transcriptions", path: "/transcriptions/:id?", page: lazy(() => import("./pages/Transcriptions.tsx")) },
  { name: "uploads", path: "/uploads", page: lazy(() => import("./pages/Uploads.tsx")) },
  { name: "requests", path: "/requests/:id?", page: lazy(() => import("./pages/Requests.tsx")) },
  { name: "engines", path: "/engines", page: lazy(() => import("./pages/Engines.tsx")) },
  { name: "audit", path: "/audit", page: lazy(() => import("./pages/Audit.tsx")) }
] as const

const rootOf = (path: string): string => path.replace(/\/:.*$/, "")

const Waiting = () => (
  <Center mih="50vh">
    <Loader aria-label={useMessages(common).loading} />
  </Center>
)

const UnknownPage = () => (
  <Text component="h1" size="xl">
    {useMessages(common).unknownPage}
  </Text>
)

const Menu = ({ onChoose }: { readonly onChoose: () => void }) => {
  const t = useMessages(common)
  const { signOut } = useSession()
  const [location] = useLocation()
  const isHere = (root: string) => (root === "/" ? location === "/" : `${location}/`.startsWith(`${root}/`))
  return (
    <Stack justify="space-between" gap="md" h="100%">
      <ScrollArea>
        <nav aria-label={t.menu}>
          {pages.map(({ name, path }) => {
            const root = rootOf(path)
            return (
              <NavLink
                key={name}
                component={Link}
                href={root}
                label={t.pages[name]}
                active={isHere(root)}
                aria-current={isHere(root) ? "page" : undefined}
                onClick={onChoose}
              />
            )
          })}
        </nav>
      </ScrollArea>
      <Stack gap="xs">
        <Anchor href="/docs" size="sm">
          {t.documentation}
        </Anchor>
        <Button variant="default" onClick={() => void signOut()}>
          {t.signOut}
        </Button>
      </Stack>
    </Stack>
  )
}

/** Where the keyboard and a screen reader go on after a page was chosen. */
const useFocusOnPage = () => {
  const main = useRef<HTMLElement>(null)
  const [location] = useLocation()
  const shown = useRef(location)
  useEffect(() => {
    if (shown.current !== location) main.current?.focus()
    shown.current = location
  }, [location])
  return main
}

export const App = () => {
  const t = useMessages(common)
  const [isOpen, { toggle, close }] = useDisclosure()
  const main = useFocusOnPage()
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.focus()
  }
  return (
    <>
      <Anchor className="skip" href="#main" onClick={skip}>
        {t.skip}
      </Anchor>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
        padding="md"
      >
        <AppShell.Header>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t.menu} />
              <Title order={2} size="h3" component="div" className="whole">
                {t.qal}
              </Title>
            </Group>
            <Preferences />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="md">
          <Menu onChoose={close} />
        </AppShell.Navbar>
        <AppShell.Main ref={main} tabIndex={-1} id="main" style={{ outline: "none" }}>
          <Box maw={1200} mx="auto">
            <Suspense fallback={<Waiting />}>
              <Switch>
                {pages.map(({ name, path, page }) => (
                  <Route key={name} path={path} component={page} />
                ))}
                <Route component={UnknownPage} />
              </Switch>
            </Suspense>
          </Box>
        </AppShell.Main>
      </AppShell>
    </>
  )
}
