/** The page's language and colours. */
import { Group, NativeSelect, useMantineColorScheme } from "@mantine/core"
import { languages, useLanguage, useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"

const schemes = ["auto", "light", "dark"] as const

export const Preferences = () => {
  const t = useMessages(common)
  const { language, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Group gap="xs" wrap="nowrap">
      <NativeSelect
        aria-label={t.language}
        size="xs"
        value={language}
        onChange={({ currentTarget: { value } }) => {
          if (value === "en" || value === "am" || value === "om") choose(value)
        }}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
      />
      <NativeSelect
        aria-label={t.scheme}
        size="xs"
        value={colorScheme}
        onChange={({ currentTarget: { value } }) =>
          setColorScheme(schemes.find((scheme) => scheme === value) ?? "auto")
        }
        data={schemes.map((value) => ({ value, label: t[value] }))}
      />
    </Group>
  )
}
