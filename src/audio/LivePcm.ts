export type WireFormat =
  | { readonly _tag: "Pcm16"; readonly rate: number }
  | { readonly _tag: "MuLaw" }
  | { readonly _tag: "ALaw" }
