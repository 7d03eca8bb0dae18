import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { PageHead } from "../ui/PageHead.tsx"

const Uploads = () => <PageHead title={useMessages(common).pages.uploads} />

export default Uploads
