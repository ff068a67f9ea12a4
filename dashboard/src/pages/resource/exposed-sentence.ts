import type { Exposure } from '@purser/client'
import { formatMoney } from '../../lib/format.ts'

/** What is bounded for 24 hours is bounded until midnight, which comes before. */
export function exposedSentence({ horizons, unapprovedMost }: Exposure): string {
  const most = horizons.find(({ until }) => until === 'day')?.most ?? null
  const bound = most === null ? 'without a bound' : `at most ${formatMoney(most)}`
  const part = unapprovedMost === null ? 'any amount' : formatMoney(unapprovedMost)
  return `Until midnight UTC ${bound}, of it ${part} without a person.`
}
