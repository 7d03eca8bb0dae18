/** What is known of one thing: pairs of a name and a value. */
import { Box, SimpleGrid, Text } from "@mantine/core"
import type { ReactNode } from "react"

export interface Fact {
  readonly name: string
  readonly value: ReactNode
}

export const Facts = ({ facts }: { readonly facts: ReadonlyArray<Fact> }) => (
  <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="sm" m={0}>
    {facts.map(({ name, value }) => (
      <Box key={name} miw={0}>
        <Text component="dt" size="sm" c="dimmed">
          {name}
        </Text>
        <Box component="dd" m={0}>
          {value}
        </Box>
      </Box>
    ))}
  </SimpleGrid>
)
