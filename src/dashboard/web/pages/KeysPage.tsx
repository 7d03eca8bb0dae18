/** The API keys: made, looked at, revoked. */
import { Switch } from "@mantine/core"
import { useState } from "react"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { keys as words } from "../messages/keys.ts"
import { useRead } from "../queries.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { PageHead } from "../ui/PageHead.tsx"
import { KeyList } from "./keys/KeyList.tsx"
import { NewKeyDialog } from "./keys/NewKeyDialog.tsx"

const KeysPage = () => {
  const t = useMessages(words)
  const { pages } = useMessages(common)
  const { data, error } = useRead(["keys"], (client) => client.dashboardKeys.keys({ urlParams: {} }))
  const [isHiding, setHiding] = useState(false)
  return (
    <>
      <PageHead title={pages.keys} about={t.about}>
        <Dialog action={t.create} title={t.create} isPrimary>
          {(close) => <NewKeyDialog close={close} />}
        </Dialog>
      </PageHead>
      <Switch
        label={t.hideRevoked}
        checked={isHiding}
        onChange={(event) => setHiding(event.currentTarget.checked)}
        mb="md"
      />
      <KeyList keys={data?.data.filter(({ revoked_at }) => !isHiding || revoked_at === null)} problem={error} />
    </>
  )
}

export default KeysPage
