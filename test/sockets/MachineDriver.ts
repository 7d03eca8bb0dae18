/** A socket's machine as its host drives it, with all its commands as lines. */

interface SteppedMachine<State, Input, Command> {
  readonly begin: (now: number) => State
  readonly step: (state: State, input: Input, now: number) => readonly [State, ReadonlyArray<Command>]
  readonly deadline: (state: State) => number
  readonly isOver: (state: State) => boolean
}

export class MachineDriver<State, Input, Command> {
  state: State
  /** Milliseconds. */
  now = 1_000_000
  readonly lines: Array<string> = []

  constructor(
    private readonly machine: SteppedMachine<State, Input | { readonly _tag: "Tick" }, Command>,
    private readonly lineOf: (command: Command) => string
  ) {
    this.state = machine.begin(this.now)
  }

  get isOver(): boolean {
    return this.machine.isOver(this.state)
  }

  get deadline(): number {
    return this.machine.deadline(this.state)
  }

  /** Puts an input in; the commands that come of it. */
  put(input: Input | { readonly _tag: "Tick" }): ReadonlyArray<string> {
    const [next, commands] = this.machine.step(this.state, input, this.now)
    this.state = next
    const lines = commands.map((command) => this.lineOf(command))
    this.lines.push(...lines)
    return lines
  }

  wait(millis: number): ReadonlyArray<string> {
    this.now += millis
    return this.put({ _tag: "Tick" })
  }
}
