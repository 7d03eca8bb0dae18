import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { PageHead } from "../ui/PageHead.tsx"

const Audit = () => <PageHead title={useMessages(common).pages.audit} />

export default Audit
