/** The known name that a misspelt one most likely means, or nothing: at most a third of it may differ. */
export function nearestName(unknown: string, known: readonly string[]): string | null {
  const wanted = unknown.slice(0, 64).toLowerCase()
  let nearest: string | null = null
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const name of known) {
    const distance = editDistance(wanted, name.toLowerCase())
    if (distance < least) {
      least = distance
      nearest = name
    }
  }
  return nearest
}

/** Letters to insert, drop or replace (Levenshtein). */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = at(above, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, at(above, column) + 1, at(current, column - 1) + 1))
    }
    above = current
  }
  return at(above, b.length)
}

const at = (row: readonly number[], column: number): number => row[column] ?? 0
