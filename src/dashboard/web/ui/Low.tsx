/** That a wallet will soon be empty. */
import { isLow, type Wallet } from "../../wallets/WalletsApi.ts"
import { useFormat } from "../format.ts"
import { useMessages } from "../language.tsx"
import { wallets as words } from "../messages/wallets.ts"
import { AmberMark } from "./Amber.tsx"

/** Nothing where it has enough, or is not known yet. */
export const Low = ({ wallet }: { readonly wallet: Wallet | undefined }) => {
  const t = useMessages(words)
  const { money } = useFormat()
  return wallet === undefined || !isLow(wallet) ? null : <AmberMark>{t.low(money(wallet.low_balance))}</AmberMark>
}
