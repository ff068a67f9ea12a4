import type { Challenge } from '@purser/client'
import { formatMoney } from '../../lib/format.ts'
import { withMarkedCharacters } from '../../lib/marked.ts'

export const isChallengeId = (id: string): boolean => id.startsWith('chl_')

/** A challenge in one line: `$42.00 at Example Books`. */
export function challengeHeadline({ amount, currency = 'USD', merchant }: Challenge): string {
  const money = amount === undefined ? 'No amount' : formatMoney(amount, currency)
  return `${money} at ${withMarkedCharacters(merchant.name ?? 'a shop without a name')}`
}
