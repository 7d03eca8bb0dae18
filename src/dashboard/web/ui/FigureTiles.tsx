/** Figures that are read at a glance, each under its name. */
import { Paper, SimpleGrid, Text } from "@mantine/core"
import type { ReactNode } from "react"

export interface Figure {
  readonly name: string
  readonly value: ReactNode
  /** What else is to be known of it. */
  readonly beside?: ReactNode
}

export const FigureTiles = ({
  figures,
  label
}: {
  readonly figures: ReadonlyArray<Figure>
  readonly label: string
}) => (
  <SimpleGrid component="section" aria-label={label} cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" mb="lg">
    {figures.map(({ name, value, beside }) => (
      <Paper key={name} withBorder p="md">
        <Text size="sm" c="dimmed">
          {name}
        </Text>
        <Text fz={{ base: "lg", sm: "xl" }} fw={650}>
          {value}
        </Text>
        {beside === undefined ? null : (
          <Text size="sm" c="dimmed">
            {beside}
          </Text>
        )}
      </Paper>
    ))}
  </SimpleGrid>
)
