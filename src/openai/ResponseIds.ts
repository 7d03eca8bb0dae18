/**
 * Ids of responses and of what is in them. A response has the id of its job, so
 * that it is known from the first event on and a replay bears it too; its items
 * have the response's id and their place, so that a reference finds them.
 */
import { JobId } from "../Domain.ts"

const PREFIX = "resp_"
const JOB = "job_"
const REFERENCE = /^(?:msg|fc|rs)_([0-9a-z]{26})_(\d{1,4})$/

/** The response that the job makes. */
export const ofJob = (jobId: JobId): string => PREFIX + jobId.slice(JOB.length)

/** The job that made the response. */
export const jobOf = (id: string): JobId => JobId.make(JOB + id.slice(PREFIX.length))

/** The id of the response's item at `index` of its output. */
export const itemOf = (id: string, kind: "msg" | "fc" | "rs", index: number): string =>
  `${kind}_${id.slice(PREFIX.length)}_${index}`

/** Whether this is the id of what a model thought. */
export const isThought = (itemId: string): boolean => itemId.startsWith("rs_")

/** An item that the server may have stored. */
export interface Place {
  readonly response: string
  readonly index: number
}

/** Where the item with this id is; none where it can be no item of a response. */
export const placeOf = (itemId: string): Place | undefined => {
  const [, made, index] = REFERENCE.exec(itemId) ?? []
  return made === undefined ? undefined : { response: PREFIX + made, index: Number(index) }
}
