import type { PendingIntent } from '../../src/domain/entities.ts'
import type { Case } from './case.ts'
import { isOneMerchant } from './merchants.ts'

interface Comparison {
  intent: PendingIntent
  matches: boolean[]
  difference: number
}

/** Which intent a purchase matches or comes nearest to (contract, section 9). */
export function match(
  c: Case,
  policyPercent: number,
): { kind: 'matched' | 'mismatched' | 'none'; intentId?: string; matches?: boolean[] } {
  const { amount, merchant, currency, now } = c.request
  const compared: Comparison[] = []
  for (const intent of c.intents) {
    if (intent.expiresAt <= now) continue
    const expected = intent.expectedAmount
    const difference = expected === undefined ? Infinity : Math.max(amount, expected) - Math.min(amount, expected)
    const percentAllows = (percent: number) =>
      BigInt(difference) * 1_000_000n <= BigInt(expected ?? 0) * BigInt(Math.round(percent * 10_000))
    const amountMatch =
      expected === undefined ||
      (!(intent.ceiling !== undefined && amount > intent.ceiling) &&
        (intent.toleranceCents === undefined && intent.tolerancePercent === undefined
          ? percentAllows(policyPercent)
          : (intent.toleranceCents === undefined || difference <= intent.toleranceCents) &&
            (intent.tolerancePercent === undefined || percentAllows(intent.tolerancePercent))))
    const { expectedMerchant, expectedMccs, expectedCurrency } = intent
    const merchantMatch =
      !expectedMerchant || (merchant.name !== undefined && isOneMerchant(expectedMerchant, merchant.name))
    const mccMatch = !expectedMccs || expectedMccs.some((mcc) => mcc === merchant.mcc)
    const currencyMatch = !expectedCurrency || expectedCurrency === currency
    compared.push({ intent, matches: [amountMatch, merchantMatch, mccMatch, currencyMatch], difference })
  }
  const best = (candidates: Comparison[]): Comparison | undefined => {
    const nearest = Math.min(...candidates.map(({ difference }) => difference))
    const near = candidates.filter(({ difference }) => difference === nearest)
    const oldest = Math.min(...near.map(({ intent }) => intent.createdAt))
    const old = near.filter(({ intent }) => intent.createdAt === oldest)
    return old.find(({ intent }) => old.every((other) => intent.id <= other.intent.id))
  }
  const full = best(compared.filter(({ matches }) => !matches.includes(false)))
  if (full) return { kind: 'matched', intentId: full.intent.id, matches: full.matches }
  const atMerchant = compared.filter(({ matches }) => matches[1])
  const closest = best(atMerchant.length > 0 ? atMerchant : compared)
  return closest ? { kind: 'mismatched', intentId: closest.intent.id, matches: closest.matches } : { kind: 'none' }
}

/** Most cents that a purchase of an intent may come to, counted up cent by cent; undefined where it expects no amount. */
export function ceilingOf(intent: Omit<PendingIntent, 'id' | 'createdAt' | 'expiresAt'>, policyPercent: number) {
  const { expectedAmount: expected, toleranceCents, tolerancePercent, ceiling = Infinity } = intent
  if (expected === undefined) return undefined
  const percent = tolerancePercent ?? (toleranceCents === undefined ? policyPercent : Infinity)
  let most = expected
  while (
    most < ceiling &&
    most - expected < (toleranceCents ?? Infinity) &&
    (most + 1 - expected) * 100 <= expected * percent
  )
    most += 1
  return Math.min(most, ceiling)
}
