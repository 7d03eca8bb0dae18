import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { PageHead } from "../ui/PageHead.tsx"

const Keys = () => <PageHead title={useMessages(common).pages.keys} />

export default Keys
