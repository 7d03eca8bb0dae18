/** What a program that writes to pipes has printed, and its exit code, once it has ended. */
export const outcomeOf = async (child: {
  readonly stdout: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly stderr: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly exited: Promise<number>
}) => {
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited
  ])
  return { out, err, code }
}
