/** A line of a command's output. */
export const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}
