/** Puts what was made into the browser's downloads. */
export const save = (contents: Blob, name: string): void => {
  const address = URL.createObjectURL(contents)
  Object.assign(document.createElement("a"), { href: address, download: name }).click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
