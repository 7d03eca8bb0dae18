/** In the place of what has not come yet. */
import { Center, Loader } from "@mantine/core"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"

export const Waiting = ({ height = 120 }: { readonly height?: number | string }) => (
  <Center mih={height}>
    <Loader role="status" aria-label={useMessages(common).loading} />
  </Center>
)
