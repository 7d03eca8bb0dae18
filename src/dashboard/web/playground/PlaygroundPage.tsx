/** A place to try everything, by the public API alone. */
import { Tabs } from "@mantine/core"
import { Suspense } from "react"
import { useLocation, useParams } from "wouter"
import { useMessages } from "../language.tsx"
import { lazyPart } from "../lazyPart.ts"
import { common } from "../messages/common.ts"
import { playground } from "../messages/playground.ts"
import { PageHead } from "../ui/PageHead.tsx"
import { KeyProvider } from "./key.tsx"

const tabs = [
  { name: "voice", tab: lazyPart(() => import("./VoiceTab.tsx")) },
  { name: "chat", tab: lazyPart(() => import("./ChatTab.tsx")) },
  { name: "translation", tab: lazyPart(() => import("./TranslationTab.tsx")) },
  { name: "transcription", tab: lazyPart(() => import("./TranscriptionTab.tsx")) },
  { name: "conversation", tab: lazyPart(() => import("./ConversationTab.tsx")) }
] as const

const PlaygroundPage = () => {
  const t = useMessages(playground)
  const { pages } = useMessages(common)
  const [, navigate] = useLocation()
  const { tab } = useParams<{ readonly tab?: string }>()
  const shown = tabs.find(({ name }) => name === tab)?.name ?? "voice"
  return (
    <>
      <PageHead title={pages.playground} about={t.about} />
      <KeyProvider>
        <Tabs value={shown} onChange={(name) => navigate(`/playground/${name}`)} keepMounted={false}>
          <Tabs.List mb="md">
            {tabs.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {t.tabs[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map(({ name, tab: Tab }) => (
            <Tabs.Panel key={name} value={name}>
              <Suspense>
                <Tab />
              </Suspense>
            </Tabs.Panel>
          ))}
        </Tabs>
      </KeyProvider>
    </>
  )
}

export default PlaygroundPage
