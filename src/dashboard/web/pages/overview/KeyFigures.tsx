import { Anchor, Box } from "@mantine/core"
import { Link } from "wouter"
import type { Overview } from "../../../overview/OverviewApi.ts"
import { DEFAULT_LOW_BALANCE } from "../../../wallets/WalletsApi.ts"
import { useFormat } from "../../format.ts"
import { useMessages } from "../../language.tsx"
import { common } from "../../messages/common.ts"
import { overview as words } from "../../messages/overview.ts"
import { AmberMark } from "../../ui/Amber.tsx"
import { FigureTiles } from "../../ui/FigureTiles.tsx"
import { sumOf } from "./sums.ts"

export const KeyFigures = ({ overview }: { readonly overview: Overview }) => {
  const t = useMessages(words)
  const { pages } = useMessages(common)
  const { money, number } = useFormat()
  const today = overview.days.at(-1)?.capabilities ?? []
  const linked = (href: string, text: string) => (
    <Anchor component={Link} href={href} inherit display="inline-block" miw={24}>
      {text}
    </Anchor>
  )
  return (
    <FigureTiles
      label={pages.overview}
      figures={[
        {
          name: t.balance,
          value: linked("/wallets", money(overview.balance)),
          beside: (
            <>
              {t.held(money(overview.held))}
              {overview.low_wallets === 0 ? null : (
                <Box mt={4}>
                  <AmberMark>{t.low(number(overview.low_wallets), money(DEFAULT_LOW_BALANCE))}</AmberMark>
                </Box>
              )}
            </>
          )
        },
        { name: t.spent, value: money(overview.spent), beside: t.spentToday(money(sumOf(today, "spend"))) },
        {
          name: t.today,
          value: linked("/requests", number(sumOf(today, "requests"))),
          beside: t.failedToday(number(sumOf(today, "errors")))
        },
        {
          name: t.running,
          value: linked("/requests", number(overview.now.running_jobs)),
          beside: t.keysAndWallets(number(overview.keys), number(overview.wallets))
        }
      ]}
    />
  )
}
