/** Rows of data: a table where there is room, on a phone a card for each. */
import { Box, Button, Card, Center, Group, Stack, Table, Text } from "@mantine/core"
import { useMediaQuery } from "@mantine/hooks"
import { type ReactNode, useState } from "react"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { Problem } from "./Problem.tsx"
import { Waiting } from "./Waiting.tsx"

export interface Column<Row> {
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand under one another. */
  readonly numeric?: boolean
}

interface ListingProps<Row> {
  /** What the rows are, for those who do not see the table. */
  readonly label: string
  readonly rows: ReadonlyArray<Row> | undefined
  readonly columns: ReadonlyArray<Column<Row>>
  readonly keyOf: (row: Row) => string
  /** Why the rows could not be read or refreshed. Rows that were read before stay, with their open dialogs. */
  readonly problem?: unknown
  /** Where there may be more: reads on. */
  readonly more?: (() => unknown) | undefined
  readonly isReading?: boolean
}

/** Below this width a table becomes cards. */
const NARROW = "(max-width: 48em)"

const AsTable = <Row,>({ label, rows, columns, keyOf }: ListingProps<Row> & { readonly rows: ReadonlyArray<Row> }) => (
  <Table.ScrollContainer minWidth={0}>
    <Table verticalSpacing="xs" highlightOnHover aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ header, numeric }) => (
            <Table.Th key={header} scope="col" ta={numeric === true ? "right" : undefined}>
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            {columns.map(({ header, cell, numeric }) => (
              <Table.Td key={header} {...(numeric === true ? { ta: "right", className: "whole" } : {})}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

const AsCards = <Row,>({ label, rows, columns, keyOf }: ListingProps<Row> & { readonly rows: ReadonlyArray<Row> }) => (
  <Stack component="ul" gap="sm" p={0} m={0} aria-label={label} style={{ listStyle: "none" }}>
    {rows.map((row) => (
      <Card key={keyOf(row)} component="li" withBorder padding="sm">
        <Stack component="dl" gap={4} m={0}>
          {columns
            .map(({ header, cell }) => ({ header, shown: cell(row) }))
            .filter(({ shown }) => shown !== null)
            .map(({ header, shown }) => (
              <Group key={header} justify="space-between" gap="md" wrap="nowrap" align="flex-start">
                <Text component="dt" size="sm" c="dimmed">
                  {header}
                </Text>
                <Box component="dd" m={0} ta="right" miw={0} fz="sm">
                  {shown}
                </Box>
              </Group>
            ))}
        </Stack>
      </Card>
    ))}
  </Stack>
)

export const Listing = <Row,>(props: ListingProps<Row>) => {
  const { rows, problem, more, isReading } = props
  const t = useMessages(common)
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches)
  const hasFailed = problem !== undefined && problem !== null
  if (rows === undefined) {
    return hasFailed ? <Problem problem={problem} /> : <Waiting />
  }
  return (
    <Stack>
      {rows.length === 0 ? (
        <Text c="dimmed">{more === undefined ? t.none : t.searchOn}</Text>
      ) : isNarrow ? (
        <AsCards {...props} rows={rows} />
      ) : (
        <AsTable {...props} rows={rows} />
      )}
      {hasFailed ? <Problem problem={problem} /> : null}
      {more === undefined ? null : (
        <Center>
          <Button variant="default" onClick={() => void more()} loading={isReading === true}>
            {t.more}
          </Button>
        </Center>
      )}
    </Stack>
  )
}

/** The properties of a list that `usePages` reads. */
export const paged = <Row,>(pages: {
  readonly data: { readonly pages: ReadonlyArray<{ readonly data: ReadonlyArray<Row> }> } | undefined
  readonly error: unknown
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}) => ({
  rows: pages.data?.pages.flatMap(({ data }) => data),
  problem: pages.error,
  more: pages.hasNextPage ? pages.fetchNextPage : undefined,
  isReading: pages.isFetchingNextPage
})

/** Rows of a list that is read whole and shown at a time. */
const PART = 100

/** The properties of a list that is there as a whole: a part of it at first, more on demand. */
export const useParts = <Row,>(rows: ReadonlyArray<Row> | undefined) => {
  const [shown, setShown] = useState(PART)
  const isMore = rows !== undefined && rows.length > shown
  return { rows: rows?.slice(0, shown), more: isMore ? () => setShown(shown + PART) : undefined }
}
