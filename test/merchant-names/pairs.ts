import { accepts } from './accepts.ts'
import { addedWords } from './added-words.ts'
import { disguises } from './disguises.ts'
import { besideTolerances, elsewhere } from './elsewhere.ts'
import { besideFields, fields } from './fields.ts'
import { otherMerchants } from './other-merchants.ts'
import { statements } from './statements.ts'
import { tails } from './tails.ts'

export interface Pair {
  readonly kind: string
  readonly observed: string
  readonly listed: string
}

export const acceptedPairs: readonly Pair[] = pairsOf({ ...accepts, ...tails, ...elsewhere, ...statements, ...fields })
export const refusedPairs: readonly Pair[] = pairsOf({
  ...otherMerchants,
  ...addedWords,
  ...besideTolerances,
  ...besideFields,
  ...disguises,
})

/** Refused only as given: the other way round, what is longer or has more spaces is what was listed. */
export const oneWayKinds: ReadonlySet<string> = new Set([
  'spaces that the listed name has not',
  'cut names',
  'not cut off in a field',
])

/** Four spaces, what is observed, ` | `, what is listed. Further spaces belong to the names. */
function pairsOf(tables: Readonly<Record<string, string>>): Pair[] {
  return Object.entries(tables).flatMap(([kind, table]) =>
    table
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const at = line.lastIndexOf(' | ')
        return { kind, observed: line.slice(4, at), listed: line.slice(at + 3) }
      }),
  )
}
