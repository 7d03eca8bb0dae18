/** The synthesiser's variants that are trained with; those of the catalog's voices come twice. */
export const trainingVariants: ReadonlyArray<string> = [
  ...["f2", "f4", "f5", "m1", "m3", "m7"],
  ...["f2", "f4", "f5", "m1", "m3", "m7"],
  ...["f1", "m2", "m5", "m6", "m8"]
]

/** Kept for the test of what was never heard. */
export const unseenVariants: ReadonlyArray<string> = ["m4", "f3"]
