/** Linear prediction: how much of a sound follows from what came just before. */

/** Products of the values with themselves, `row` and `column` steps before: the normal equations of the best prediction. */
const covariance = (values: Float64Array, order: number): Array<Float64Array> =>
  Array.from({ length: order + 1 }, (_, row) =>
    Float64Array.from({ length: order + 1 }, (_, column) => {
      let sum = 0
      for (let i = order; i < values.length; i++) sum += (values[i - row] ?? 0) * (values[i - column] ?? 0)
      return sum
    })
  )

/**
 * Decibels by which the best prediction of each value from the `order` before it
 * lowers the power; 0 for silence. By elimination: what stays of the first
 * product after the others are taken out is the power of what was not predicted.
 */
export const predictionGain = (values: Float64Array, order: number): number => {
  const rows = covariance(values, order)
  const power = rows[0]?.[0] ?? 0
  let rest = power
  for (let pivot = order; pivot > 0; pivot--) {
    const chosen = rows[pivot]
    const divisor = chosen?.[pivot] ?? 0
    // Already predicted by fewer coefficients, to within what the numbers can tell.
    if (chosen === undefined || divisor <= 1e-9 * power) continue
    for (let row = 0; row < pivot; row++) {
      const changed = rows[row]
      if (changed === undefined) continue
      const factor = (changed[pivot] ?? 0) / divisor
      for (let column = 0; column <= pivot; column++)
        changed[column] = (changed[column] ?? 0) - factor * (chosen[column] ?? 0)
    }
    rest = rows[0]?.[0] ?? 0
  }
  // A thousandth of a step of 16 bits is nothing.
  return 10 * Math.log10((power + 1e-3) / (Math.max(0, rest) + 1e-3))
}
