declare module "*.bin" {
  const path: string
  export default path
}

declare module "*/kernel.wasm" {
  const path: string
  export default path
}
