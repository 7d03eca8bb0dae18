/** How the page looks: Qal's green, and colours that keep a contrast of 4.5 in light and dark. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core"

const green: MantineColorsTuple = [
  "#e9f7f1",
  "#d3ece1",
  "#a6dac3",
  "#76c7a3",
  "#4eb788",
  "#35ad76",
  "#1f9a66",
  "#0b6b4f",
  "#08573f",
  "#054431"
]

export const theme = createTheme({
  fontFamily: '"Noto Sans", "Noto Sans Ethiopic", system-ui, sans-serif',
  headings: { fontFamily: '"Noto Sans", "Noto Sans Ethiopic", system-ui, sans-serif', fontWeight: "650" },
  fontFamilyMonospace: 'ui-monospace, "SFMono-Regular", Menlo, Consolas, "Noto Sans Ethiopic", monospace',
  colors: { green },
  primaryColor: "green",
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  defaultRadius: "md",
  respectReducedMotion: true
})

/** Mantine's own greys for what is said in passing are too pale on its backgrounds (3.3 and 4.2 to 1). */
export const colors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#54606b",
    "--mantine-color-placeholder": "#5f6a75",
    "--mantine-color-error": "#b42318",
    "--mantine-color-anchor": "#0b6b4f"
  },
  dark: {
    "--mantine-color-dimmed": "#a8b0b8",
    "--mantine-color-placeholder": "#a0a8b0",
    "--mantine-color-error": "#ff8f87",
    "--mantine-color-anchor": "#76c7a3"
  }
})
