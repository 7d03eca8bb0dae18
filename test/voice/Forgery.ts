/** The signed address with another first letter in its signature, whichever it had. */
export const forgeSignature = (address: string): string =>
  address.replace(/signature=(.)/, (_, first: string) => `signature=${first === "A" ? "B" : "A"}`)
