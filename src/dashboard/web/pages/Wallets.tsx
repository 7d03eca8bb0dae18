import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { PageHead } from "../ui/PageHead.tsx"

const Wallets = () => <PageHead title={useMessages(common).pages.wallets} />

export default Wallets
