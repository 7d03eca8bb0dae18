/** What reading an RTF file may cost. */

/**
 * Steps that one file may take. A step is the work of a token, 0.05 to 0.8 microseconds (measured); what begins a text of
 * its own (a note, a box, a comment, the head or foot of pages), a picture and a number of a list are that of many. A page that
 * Word wrote has some thousands, and of 20 dense pages the text is kept.
 */
export const MOST_STEPS = 1_000_000
export const STEPS_OF_A_PART = 20
export const STEPS_OF_A_LABEL = 25

/** Counts the steps of reading one file, of which it may take so many. */
export class Work {
  private spent = 0

  constructor(private readonly most = MOST_STEPS) {}

  /** Steps that were taken. */
  get steps(): number {
    return this.spent
  }

  readonly take = (steps: number): void => {
    this.spent += steps
  }

  get isOver(): boolean {
    return this.spent >= this.most
  }
}
