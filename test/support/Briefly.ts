/** Characters of a value that a test's name shows. */
const MOST = 120

/** A value as a test's name shows it: its JSON, cut where it is long. */
export const briefly = (value: unknown): string => {
  const json = JSON.stringify(value)
  return json.length > MOST ? `${json.slice(0, MOST)}…` : json
}
