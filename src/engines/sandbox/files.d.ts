declare module "*/phrases.tsv" {
  const text: string
  export default text
}
