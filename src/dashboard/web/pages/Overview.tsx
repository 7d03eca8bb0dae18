import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { PageHead } from "../ui/PageHead.tsx"

const Overview = () => <PageHead title={useMessages(common).pages.overview} />

export default Overview
