/** Requests to the server: as they happen, found by an id, and one in full. */
import { useParams } from "wouter"
import { RequestList } from "./requests/RequestList.tsx"
import { RequestPage } from "./requests/RequestPage.tsx"

const RequestsPage = () => {
  const { id } = useParams<{ readonly id?: string }>()
  return id === undefined ? <RequestList /> : <RequestPage key={id} id={id} />
}

export default RequestsPage
