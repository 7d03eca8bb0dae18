import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { PageHead } from "../ui/PageHead.tsx"

const Requests = () => <PageHead title={useMessages(common).pages.requests} />

export default Requests
