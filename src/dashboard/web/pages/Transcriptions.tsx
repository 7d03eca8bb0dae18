import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { PageHead } from "../ui/PageHead.tsx"

const Transcriptions = () => <PageHead title={useMessages(common).pages.transcriptions} />

export default Transcriptions
