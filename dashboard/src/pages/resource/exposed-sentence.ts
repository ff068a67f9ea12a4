import type { Exposure } from '@purser/client'
import { formatMoney } from '../../lib/format.ts'

/** One sentence about an exposure. A bound for the next 24 hours is also one until midnight, which comes earlier. */
export function exposedSentence({ horizons, unapprovedMost }: Exposure): string {
  const most = horizons.find(({ until }) => until === 'day')?.most ?? null
  if (most === 0) return 'Nothing can be spent until midnight UTC.'
  const bound = most === null ? 'any amount' : `at most ${formatMoney(most)}`
  return `Until midnight UTC, ${bound} can be spent, ${shareOf(most, unapprovedMost)} without a person.`
}

function shareOf(most: number | null, unapproved: number | null): string {
  if (unapproved === null || unapproved === most) return 'all of it'
  return unapproved === 0 ? 'none of it' : `${formatMoney(unapproved)} of it`
}
