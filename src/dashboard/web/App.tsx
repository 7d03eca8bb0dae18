/** The frame around all pages, and which page an address shows. */
import { Anchor, AppShell, Box, Burger, Button, Group, NavLink, ScrollArea, Stack, Text, Title } from "@mantine/core"
import { useDisclosure, useMediaQuery, useWindowEvent } from "@mantine/hooks"
import { useMutation } from "@tanstack/react-query"
import { type MouseEvent, Suspense, useEffect, useRef } from "react"
import { Link, Redirect, Route, Switch, useLocation } from "wouter"
import { useMessages } from "./language.tsx"
import { lazyPart } from "./lazyPart.ts"
import { common } from "./messages/common.ts"
import { useSession } from "./session.tsx"
import { Boundary } from "./ui/Boundary.tsx"
import { Preferences } from "./ui/Preferences.tsx"
import { Problem } from "./ui/Problem.tsx"
import { Waiting } from "./ui/Waiting.tsx"

/** In the order of the menu. Each is loaded when it is first shown. */
const pages = [
  { name: "overview", path: "/", page: lazyPart(() => import("./pages/OverviewPage.tsx")) },
  { name: "playground", path: "/playground/:tab?", page: lazyPart(() => import("./playground/PlaygroundPage.tsx")) },
  { name: "keys", path: "/keys", page: lazyPart(() => import("./pages/KeysPage.tsx")) },
  { name: "wallets", path: "/wallets/:id?", page: lazyPart(() => import("./pages/WalletsPage.tsx")) },
  { name: "voices", path: "/voices", page: lazyPart(() => import("./pages/VoicesPage.tsx")) },
  { name: "clips", path: "/clips/:id?", page: lazyPart(() => import("./pages/ClipsPage.tsx")) },
  {
    name: "transcriptions",
    path: "/transcriptions/:id?",
    page: lazyPart(() => import("./pages/TranscriptionsPage.tsx"))
  },
  { name: "uploads", path: "/uploads", page: lazyPart(() => import("./pages/UploadsPage.tsx")) },
  { name: "requests", path: "/requests/:id?", page: lazyPart(() => import("./pages/RequestsPage.tsx")) },
  { name: "engines", path: "/engines", page: lazyPart(() => import("./pages/EnginesPage.tsx")) },
  { name: "audit", path: "/audit", page: lazyPart(() => import("./pages/AuditPage.tsx")) }
] as const

/** Where the menu is opened by a button: the breakpoint `sm` of the frame. */
const PHONE = "(max-width: 47.99em)"

const rootOf = (path: string): string => path.replace(/\/:.*$/, "")

const UnknownPage = () => (
  <Text component="h1" size="xl">
    {useMessages(common).unknownPage}
  </Text>
)

const Menu = ({ onChoose }: { readonly onChoose: () => void }) => {
  const t = useMessages(common)
  const { signOut } = useSession()
  const leave = useMutation({ mutationFn: signOut })
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
        <Anchor href="/docs" size="sm" py={4}>
          {t.documentation}
        </Anchor>
        {leave.error === null ? null : <Problem problem={leave.error} />}
        <Button variant="default" onClick={() => leave.mutate()} loading={leave.isPending}>
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

/** Closes a phone's open menu with Escape, and returns the focus to the menu's button. */
const useEscape = (isOpen: boolean, close: () => void) => {
  const button = useRef<HTMLButtonElement>(null)
  useWindowEvent("keydown", ({ key }) => {
    if (key !== "Escape" || !isOpen) return
    close()
    button.current?.focus()
  })
  return button
}

export const App = () => {
  const t = useMessages(common)
  const [location] = useLocation()
  const [isOpen, { toggle, close }] = useDisclosure()
  const burger = useEscape(isOpen, close)
  // The menu covers the page then.
  const isNarrow = useMediaQuery(PHONE, window.matchMedia(PHONE).matches)
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
              <Burger
                ref={burger}
                opened={isOpen}
                onClick={toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={t.menu}
                aria-expanded={isOpen}
              />
              <Title order={2} size="h3" component="div" className="whole">
                {t.qal}
              </Title>
            </Group>
            <Preferences />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="md" className={isOpen || !isNarrow ? undefined : "closed"}>
          <Menu onChoose={close} />
        </AppShell.Navbar>
        <AppShell.Main inert={isOpen && isNarrow} ref={main} tabIndex={-1} id="main" style={{ outline: "none" }}>
          <Box maw={1200} mx="auto">
            <Boundary place={location}>
              <Suspense fallback={<Waiting height="50vh" />}>
                <Switch>
                  {pages.map(({ name, path, page }) => (
                    <Route key={name} path={path} component={page} />
                  ))}
                  <Route path="/sign-in/:code">
                    <Redirect to="/" replace />
                  </Route>
                  <Route component={UnknownPage} />
                </Switch>
              </Suspense>
            </Boundary>
          </Box>
        </AppShell.Main>
      </AppShell>
    </>
  )
}
