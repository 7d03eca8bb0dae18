import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { PageHead } from "../ui/PageHead.tsx"

const Clips = () => <PageHead title={useMessages(common).pages.clips} />

export default Clips
