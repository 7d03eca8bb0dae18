/** A call that a model has written as text, as it was written. */

/** An argument that is written as text. */
export interface WrittenArgument {
  readonly name: string
  readonly text: string
  /** Whether the model says that it is a text. */
  readonly isText?: boolean
}

export interface WrittenCall {
  readonly name: unknown
  /** The arguments: an object, or its JSON. */
  readonly given: unknown
  /** In their place, arguments whose types the tool's schema says. */
  readonly texts?: ReadonlyArray<WrittenArgument>
  /** Which the model has given it. */
  readonly id?: string
}
