/** All wallets, or one with its ledger. */
import { useParams } from "wouter"
import { WalletId } from "../../../Domain.ts"
import { AllWallets } from "./wallets/AllWallets.tsx"
import { OneWallet } from "./wallets/OneWallet.tsx"

const WalletsPage = () => {
  const { id } = useParams<{ readonly id?: string }>()
  return id === undefined ? <AllWallets /> : <OneWallet key={id} id={WalletId.make(id)} />
}

export default WalletsPage
