declare module "*/speech.mp3" {
  const path: string
  export default path
}
