/** Files that are embedded in the binary, by their paths. */
declare module "*/speech.mp3" {
  const path: string
  export default path
}

declare module "*/hours.txt" {
  const path: string
  export default path
}

declare module "*/dashboard.png" {
  const path: string
  export default path
}

/** Files that are read as texts. */
declare module "*.md" {
  const text: string
  export default text
}

declare module "*/LICENSE" {
  const text: string
  export default text
}
