import type { Exposure } from '@purser/client'
import { formatMoney } from '../../lib/format.ts'

/** What is bounded for 24 hours is bounded until midnight, which comes before. */
export function exposedSentence({ horizons, unapprovedMost }: Exposure): string {
  const most = horizons.find(({ until }) => until === 'day')?.most ?? null
  if (most === 0) return 'Until midnight UTC nothing can be spent.'
  const bound = most === null ? 'any amount' : `at most ${formatMoney(most)}`
  return `Until midnight UTC ${bound}, ${part(most, unapprovedMost)} without a person.`
}

function part(most: number | null, unapproved: number | null): string {
  if (unapproved === null || unapproved === most) return 'all of it'
  return unapproved === 0 ? 'none of it' : `of it ${formatMoney(unapproved)}`
}
