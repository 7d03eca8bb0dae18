/** Linear discriminants: the directions in which voices differ most, by what each differs in itself. */

type Row = Float64Array

const zeros = (length: number): Row => new Float64Array(length)

const meanOf = (rows: ReadonlyArray<Row>): Row => {
  const mean = zeros(rows[0]?.length ?? 0)
  for (const row of rows)
    for (let at = 0; at < mean.length; at++) mean[at] = (mean[at] ?? 0) + (row[at] ?? 0) / rows.length
  return mean
}

const minus = (one: Row, other: Row): Row => one.map((value, at) => value - (other[at] ?? 0))

/** Sums of the products of each two places. */
const scatterOf = (rows: ReadonlyArray<Row>, size: number): ReadonlyArray<Row> => {
  const scatter = Array.from({ length: size }, () => zeros(size))
  for (const row of rows)
    for (const [at, sums] of scatter.entries())
      for (let other = 0; other < size; other++) sums[other] = (sums[other] ?? 0) + (row[at] ?? 0) * (row[other] ?? 0)
  return scatter
}

/** The lower triangle whose product with itself is the matrix (Cholesky). */
const triangleOf = (matrix: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const triangle = matrix.map(({ length }) => zeros(length))
  for (const [at, row] of triangle.entries())
    for (let other = 0; other <= at; other++) {
      const above = triangle[other] ?? row
      let sum = matrix[at]?.[other] ?? 0
      for (let k = 0; k < other; k++) sum -= (row[k] ?? 0) * (above[k] ?? 0)
      row[other] = other === at ? Math.sqrt(sum) : sum / (above[other] ?? 1)
    }
  return triangle
}

/** What the triangle makes `values` of. */
const solved = (triangle: ReadonlyArray<Row>, values: Row): Row => {
  const result = zeros(values.length)
  for (const [at, row] of triangle.entries()) {
    let sum = values[at] ?? 0
    for (let k = 0; k < at; k++) sum -= (row[k] ?? 0) * (result[k] ?? 0)
    result[at] = sum / (row[at] ?? 1)
  }
  return result
}

/** The same of the triangle turned about its diagonal. */
const solvedTurned = (triangle: ReadonlyArray<Row>, values: Row): Row => {
  const result = zeros(values.length)
  for (let at = values.length - 1; at >= 0; at--) {
    let sum = values[at] ?? 0
    for (let k = at + 1; k < values.length; k++) sum -= (triangle[k]?.[at] ?? 0) * (result[k] ?? 0)
    result[at] = sum / (triangle[at]?.[at] ?? 1)
  }
  return result
}

const dot = (one: Row, other: Row): number => one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

/** The directions in which rows reach furthest, at right angles to each other (power iteration). */
const furthest = (rows: ReadonlyArray<Row>, size: number, count: number): ReadonlyArray<Row> => {
  const scatter = scatterOf(rows, size)
  const found: Array<Row> = []
  for (let number = 0; number < count; number++) {
    let direction = zeros(size).map((_, at) => Math.sin(1 + at * (number + 2)))
    for (let turn = 0; turn < 500; turn++) {
      const next = Float64Array.from(scatter, (row) => dot(row, direction))
      for (const other of found) {
        const share = dot(other, next)
        for (let at = 0; at < size; at++) next[at] = (next[at] ?? 0) - share * (other[at] ?? 0)
      }
      const length = Math.sqrt(dot(next, next))
      direction = next.map((value) => value / length)
    }
    found.push(direction)
  }
  return found
}

/** How much of the mean variance is added to each place's own: of little speech not all that varies is known. */
const CAUTION = 0.05

/**
 * `classes` has the rows of each voice. Answers the middle between voices, and for each direction the weights of a row's
 * places; within one voice rows vary by about 1 in each direction.
 */
export const discriminantsOf = (classes: ReadonlyArray<ReadonlyArray<Row>>, count: number) => {
  const means = classes.map(meanOf)
  const middle = meanOf(means)
  const size = middle.length
  const own = classes.flatMap((rows, at) => rows.map((row) => minus(row, means[at] ?? middle)))
  const within = scatterOf(own, size).map((row) => row.map((value) => value / own.length))
  const caution = (CAUTION * within.reduce((sum, row, at) => sum + (row[at] ?? 0), 0)) / size
  const triangle = triangleOf(
    within.map((row, at) => row.map((value, other) => (at === other ? value + caution : value)))
  )
  const apart = means.map((mean) => solved(triangle, minus(mean, middle)))
  const directions = furthest(apart, size, count).map((direction) => solvedTurned(triangle, direction))
  return { middle, directions }
}
