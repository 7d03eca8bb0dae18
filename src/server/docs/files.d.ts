/** Files that are embedded in the binary, by their paths. */
declare module "*/speech.mp3" {
  const path: string
  export default path
}

declare module "*/hours.txt" {
  const path: string
  export default path
}
