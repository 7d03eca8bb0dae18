/** Packages that say on the console what is wrong with a file. */

const silent = () => {}

/** What `work` says on the console goes nowhere. */
export const inSilence = async <A>(work: () => A | Promise<A>): Promise<A> => {
  const { error, log } = console
  Object.assign(console, { error: silent, log: silent })
  try {
    return await work()
  } finally {
    Object.assign(console, { error, log })
  }
}
