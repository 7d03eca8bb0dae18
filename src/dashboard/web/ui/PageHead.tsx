/** A page's heading, which is also the window's title, and what can be done on the page. */
import { Group, Text, Title } from "@mantine/core"
import { type ReactNode, useEffect } from "react"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"

interface PageHeadProps {
  readonly title: string
  readonly about?: ReactNode
  readonly children?: ReactNode
}

export const PageHead = ({ title, about, children }: PageHeadProps) => {
  const { qal } = useMessages(common)
  useEffect(() => {
    document.title = `${title} · ${qal}`
  }, [title, qal])
  return (
    <Group justify="space-between" align="flex-start" mb="lg">
      <div>
        <Title order={1} size="h2">
          {title}
        </Title>
        {about === undefined ? null : (
          <Text c="dimmed" maw={640}>
            {about}
          </Text>
        )}
      </div>
      {children === undefined ? null : <Group gap="xs">{children}</Group>}
    </Group>
  )
}
