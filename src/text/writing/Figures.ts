/** Numbers in figures. */

/** A number that was said. */
export interface Amount {
  readonly value: bigint
  /** The digits behind the point; empty where none was said. */
  readonly fraction: string
  /** How many words it is. */
  readonly words: number
}

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ",")

/** In groups of three from ten thousand up, so that years have none. */
export const figures = ({ fraction, value }: Amount): string => {
  const whole = `${value}`
  const digits = whole.length > 4 ? grouped(whole) : whole
  return fraction === "" ? digits : `${digits}.${fraction}`
}

/** An amount of money: in groups of three from a thousand up. */
export const moneyFigures = ({ fraction, value }: Amount): string => {
  const digits = grouped(`${value}`)
  return fraction === "" ? digits : `${digits}.${fraction}`
}

/** Numbers below it, of one word alone, are written as words. */
export const leastInFigures = 10n
