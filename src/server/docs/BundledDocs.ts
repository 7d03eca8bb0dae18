/**
 * The script and the styles of the page. From source they are made of it; `.ci/build.ts` puts a
 * module in the place of this one that has them in the binary.
 */
import type { Parts } from "./DocsPage.ts"

export const bundled = async (): Promise<Parts> => (await import("./DocsBundle.ts")).bundle()
