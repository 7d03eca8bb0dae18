import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { PageHead } from "../ui/PageHead.tsx"

const Voices = () => <PageHead title={useMessages(common).pages.voices} />

export default Voices
