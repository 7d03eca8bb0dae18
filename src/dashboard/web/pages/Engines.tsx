import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { PageHead } from "../ui/PageHead.tsx"

const Engines = () => <PageHead title={useMessages(common).pages.engines} />

export default Engines
