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
    "--mantine-color-anchor": "#0b6b4f",
    "--mantine-color-red-outline": "#b42318",
    "--mantine-color-yellow-outline": "#8a5a00"
  },
  dark: {
    "--mantine-color-dimmed": "#a8b0b8",
    "--mantine-color-placeholder": "#a0a8b0",
    "--mantine-color-error": "#ff8f87",
    "--mantine-color-anchor": "#76c7a3",
    // Mantine's own are four shades below the primary one, which is nearly white here.
    "--mantine-color-red-outline": "#ff8f87",
    "--mantine-color-yellow-outline": "#f0c04b",
    "--mantine-color-blue-outline": "#7aaeff",
    "--mantine-color-green-outline": "#76c7a3",
    // White stands on it in dark too, where Mantine looks at the contrast of the light scheme alone.
    "--mantine-color-green-filled": "#0d7d5c",
    "--mantine-color-green-filled-hover": "#0b6b4f",
    "--mantine-primary-color-filled": "#0d7d5c",
    "--mantine-primary-color-filled-hover": "#0b6b4f"
  }
})

/** Colours of a chart: all keep a contrast of 3 with the background that shapes need (WCAG 1.4.11), text of 4.5. */
export interface ChartColors {
  readonly text: string
  readonly grid: string
  /** One for each capability, in the contract's order. */
  readonly series: ReadonlyArray<string>
  readonly error: string
}

export const chartColors: Readonly<Record<"light" | "dark", ChartColors>> = {
  light: {
    text: "#54606b",
    grid: "#dfe3e6",
    series: ["#0b6b4f", "#6a8f00", "#1f5fbf", "#b35a00", "#8a3fa0", "#c2185b", "#007f96", "#6b7280"],
    error: "#b42318"
  },
  dark: {
    text: "#a8b0b8",
    grid: "#3d4247",
    series: ["#4eb788", "#b5cc5a", "#7aaeff", "#f0a04b", "#c58be0", "#ff7fae", "#4cc9e0", "#a8b0b8"],
    error: "#ff8f87"
  }
}
