/**
 * The known name that a misspelt name most likely means: at most a third of the letters differ, or the misspelt name occurs in exactly one
 * known name, as `amount` does in `expectedAmount`. Null: there is no such name.
 */
export function nearestKnownName(unknown: string, known: readonly string[]): string | null {
  let nearest: string | null = null
  let least = Infinity
  for (const name of known) {
    const distance = spellingDistance(unknown, name)
    if (distance !== null && distance < least) {
      least = distance
      nearest = name
    }
  }
  return nearest ?? onlyNameWith(unknown, known)
}

function onlyNameWith(fragment: string, known: readonly string[]): string | null {
  if (fragment.length < 4) return null
  const [name = null, ...others] = known.filter((candidate) => candidate.toLowerCase().includes(fragment.toLowerCase()))
  return others.length === 0 ? name : null
}

/** The distance of a spelling from a name, ignoring case. Null: the name is too far away to be meant. */
export function spellingDistance(unknown: string, name: string): number | null {
  const spelled = unknown.slice(0, 64).toLowerCase()
  const distance = editDistance(spelled, name.toLowerCase())
  return distance <= Math.max(1, Math.floor(spelled.length / 3)) ? distance : null
}

/** How many letters must be inserted, dropped, replaced or swapped to turn one text into another (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let twoAbove: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = at(above, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = isSwap ? at(twoAbove, column - 2) + 1 : Infinity
      current.push(Math.min(replaced, swapped, at(above, column) + 1, at(current, column - 1) + 1))
    }
    twoAbove = above
    above = current
  }
  return at(above, b.length)
}

const at = (row: readonly number[], column: number): number => row[column] ?? 0
