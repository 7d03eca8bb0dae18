/**
 * Whether work done with models from the folder may be charged for (wire contract, section 13). A licence that
 * forbids commercial use forbids to sell what the model makes; an operator who has other terms says so.
 */

/** What is done with models whose licence forbids commercial use (`QAL_MODELS_NONCOMMERCIAL`). */
export type NonCommercialRule = "free" | "charge"

/** What the guard has to know of a model. */
interface LicensedModel {
  readonly commercial: boolean
}

/** Whether one model may be charged for. */
export const isChargeable = ({ commercial }: LicensedModel, rule: NonCommercialRule): boolean =>
  commercial || rule === "charge"
