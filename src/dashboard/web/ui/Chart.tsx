/** Bars with a caption in words and the same numbers as a table, so that nobody needs to see them. */
import { Box, Paper, Table, Text, Title, useComputedColorScheme } from "@mantine/core"
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart as ChartJs,
  type ChartOptions,
  Legend,
  LinearScale,
  Tooltip
} from "chart.js"
import { useEffect, useMemo, useRef } from "react"
import { Bar } from "react-chartjs-2"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { type ChartColors, chartColors, theme } from "../theme.ts"

ChartJs.register(BarController, BarElement, CategoryScale, LinearScale, Legend, Tooltip)
ChartJs.defaults.font.family = theme.fontFamily ?? "sans-serif"

interface Series {
  readonly label: string
  readonly color: string
  readonly values: ReadonlyArray<number>
}

interface ChartProps {
  readonly title: string
  /** What a person would see in it, in words. */
  readonly caption: string
  /** What the labels are, as the table's first column is headed. */
  readonly over: string
  readonly labels: ReadonlyArray<string>
  readonly series: ReadonlyArray<Series>
  readonly format: (value: number) => string
  /** Bars of one label stand on one another, in place of side by side. */
  readonly isStacked?: boolean
  /** Bars go to the right, where their labels are long. */
  readonly isHorizontal?: boolean
  /** Half as high, where it says little. */
  readonly isLow?: boolean
}

/** The chart's colours in the page's present scheme. */
export const useChartColors = (): ChartColors =>
  chartColors[useComputedColorScheme("light", { getInitialValueInEffect: false })]

/** Pixels: of a chart, and of each label of one whose bars go to the right. */
const HEIGHT = { whole: 260, low: 130, label: 44 }

/** Letters of a line beside a bar: more would be cut off on a phone. */
const LINE = 16

/** A long label in lines, divided between its words. */
const inLines = (label: string): Array<string> => {
  const lines: Array<string> = []
  for (const word of label.split(/(?<=[ _])/)) {
    const last = lines.pop() ?? ""
    if (last !== "" && last.length + word.length > LINE) lines.push(last, word)
    else lines.push(last + word)
  }
  return lines
}

const scalesOf = ({ format, isHorizontal, isStacked, labels: names, series }: ChartProps, colors: ChartColors) => {
  const ticks = { color: colors.text, maxRotation: 0 }
  // There are no half requests.
  const isWhole = series.every(({ values }) => values.every(Number.isInteger))
  const values = {
    stacked: isStacked === true,
    beginAtZero: true,
    grid: { color: colors.grid },
    ticks: {
      ...ticks,
      ...(isWhole ? { precision: 0 } : {}),
      maxTicksLimit: 6,
      callback: (value: string | number) => format(Number(value))
    }
  }
  const inFull = { autoSkip: false, callback: (_: unknown, at: number) => inLines(names[at] ?? "") }
  const labels = {
    stacked: isStacked === true,
    grid: { display: false },
    ticks: isHorizontal === true ? { ...ticks, ...inFull } : ticks
  }
  return isHorizontal === true ? { x: values, y: labels } : { x: labels, y: values }
}

const optionsOf = (props: ChartProps, colors: ChartColors): ChartOptions<"bar"> => {
  const isHorizontal = props.isHorizontal === true
  const axis = isHorizontal ? "y" : "x"
  return {
    // What moves every two seconds would otherwise never stand still.
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    indexAxis: axis,
    interaction: { mode: "index", axis, intersect: false },
    scales: scalesOf(props, colors),
    plugins: {
      legend: { display: props.series.length > 1, position: "bottom", labels: { color: colors.text, boxWidth: 14 } },
      tooltip: {
        callbacks: {
          label: ({ dataset, parsed: { x, y } }) =>
            `${dataset.label ?? ""}: ${props.format((isHorizontal ? x : y) ?? 0)}`
        }
      }
    }
  }
}

/** Draws again once a font has come: what is drawn before stays in another one. */
const useFonts = () => {
  const chart = useRef<ChartJs<"bar", Array<number>, string>>(null)
  useEffect(() => {
    const draw = () => chart.current?.update()
    document.fonts.addEventListener("loadingdone", draw)
    return () => document.fonts.removeEventListener("loadingdone", draw)
  }, [])
  return chart
}

const Numbers = ({ title, over, labels, series, format }: ChartProps) => (
  <details>
    <Text component="summary" size="sm" style={{ cursor: "pointer" }}>
      {useMessages(common).numbers}
    </Text>
    <Box mah={320} style={{ overflow: "auto" }} tabIndex={0} role="region" aria-label={title}>
      <Table verticalSpacing={4} aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            {[over, ...series.map(({ label }) => label)].map((header, at) => (
              <Table.Th key={header} scope="col" ta={at === 0 ? undefined : "right"}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {labels.map((name, at) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              {series.map(({ label, values }) => (
                <Table.Td key={label} ta="right">
                  {format(values[at] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  </details>
)

export const Chart = (props: ChartProps) => {
  const { title, caption, labels, series, isHorizontal, isLow } = props
  const colors = useChartColors()
  const chart = useFonts()
  const data = useMemo(
    () => ({
      labels: [...labels],
      datasets: series.map(({ label, color, values }) => ({
        label,
        data: [...values],
        backgroundColor: color,
        maxBarThickness: 48
      }))
    }),
    [labels, series]
  )
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0))
  const height =
    isHorizontal === true ? HEIGHT.label * (labels.length + 1) + 32 : HEIGHT[isLow === true ? "low" : "whole"]
  return (
    <Paper component="figure" withBorder p="md" m={0} miw={0}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {isEmpty ? null : (
        <Box h={height} pos="relative" mb="xs">
          <Bar ref={chart} data={data} options={optionsOf(props, colors)} aria-label={`${title}. ${caption}`} />
        </Box>
      )}
      <Text component="figcaption" size="sm" c="dimmed" mb="xs">
        {caption}
      </Text>
      {isEmpty ? null : <Numbers {...props} />}
    </Paper>
  )
}
