/** Where the dashboard's page begins. */
import "@mantine/core/styles.css"
import "./fonts.css"
import "./page.css"
import { MantineProvider } from "@mantine/core"
import { QueryClientProvider } from "@tanstack/react-query"
import { setNonce } from "get-nonce"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { Router } from "wouter"
import { useHashLocation } from "wouter/use-hash-location"
import { App } from "./App.tsx"
import { LanguageProvider } from "./language.tsx"
import { queryClient } from "./queries.ts"
import { SessionProvider } from "./session.tsx"
import { colors, theme } from "./theme.ts"

/** What the server allows this page's own styles by (see `Page.ts`). */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ""

const root = document.getElementById("root")
if (root === null) throw new Error("the page has no element with the id root")

// The library that keeps the page still behind a dialog takes it from there.
setNonce(nonce())

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={colors} defaultColorScheme="auto" getStyleNonce={nonce}>
      <LanguageProvider>
        <QueryClientProvider client={queryClient}>
          <Router hook={useHashLocation}>
            <SessionProvider>
              <App />
            </SessionProvider>
          </Router>
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  </StrictMode>
)
