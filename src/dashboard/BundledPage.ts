/**
 * The page's files. From source they are made of it; `.ci/build.ts` puts a module in
 * the place of this one that has them in the binary.
 */
import { QUICK } from "../http/Compressed.ts"
import type { Bundle } from "./PageBundle.ts"

export const bundled = async (): Promise<Bundle> => (await import("./PageBundle.ts")).bundle(QUICK)
