/** The language of the page: chosen in it, remembered, at first the browser's own. */
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react"

export const languages = { en: "English", am: "አማርኛ", om: "Afaan Oromoo" } as const
export type PageLanguage = keyof typeof languages

/** One part's words in every language. `en` says which there are. */
export type Messages<T> = Readonly<Record<PageLanguage, T>>

const STORED = "qal.language"

const isLanguage = (name: string | null): name is PageLanguage => name !== null && name in languages

const first = (): PageLanguage => {
  const stored = localStorage.getItem(STORED)
  if (isLanguage(stored)) return stored
  const spoken = navigator.languages.map((name) => name.slice(0, 2))
  return spoken.find(isLanguage) ?? "en"
}

const Chosen = createContext<{ readonly language: PageLanguage; readonly choose: (language: PageLanguage) => void }>({
  language: "en",
  choose: () => {}
})

export const LanguageProvider = ({ children }: { readonly children: ReactNode }) => {
  const [language, choose] = useState(first)
  useEffect(() => {
    localStorage.setItem(STORED, language)
    document.documentElement.lang = language
  }, [language])
  const value = useMemo(() => ({ language, choose }), [language])
  return <Chosen value={value}>{children}</Chosen>
}

export const useLanguage = () => use(Chosen)

/** A part's words in the chosen language. */
export const useMessages = <T,>(messages: Messages<T>): T => messages[useLanguage().language]
