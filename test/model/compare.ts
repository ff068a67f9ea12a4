import { isDeepStrictEqual } from 'node:util'
import { decidePurchase } from '../../src/domain/ladder/decide.ts'
import type { Decision } from '../../src/domain/ladder/decision.ts'
import { subjectOf, type Case } from './case.ts'
import { verdictOf, type Verdict, type Violation } from './model.ts'
import { isOpen } from './wall-clock.ts'

export interface Comparison {
  readonly decided: Verdict
  readonly expected: Verdict
  readonly agree: boolean
}

/** Asks both implementations. */
export function compare(c: Case): Comparison {
  const decided = verdict(c, decidePurchase(subjectOf(c), c.request))
  const expected = verdictOf(c)
  return { decided, expected, agree: isDeepStrictEqual(decided, expected) }
}

/** The codes whose reasons have a limit that the model knows, beside those of windows. */
const comparedLimits: ReadonlySet<string> = new Set([
  'max_transactions_exceeded',
  'merchant_per_day_exceeded',
  'duplicate_charge',
])

/** A decision in the model's terms: what the documents fix, without the words. */
function verdict(c: Case, { decision, reasons, flags, available, attestation, intent, freeze }: Decision): Verdict {
  return {
    decision,
    reasons: reasons.map((reason): Violation => {
      const { code, rule, level, window, limit, retryAt } = reason
      const isCompared = window !== undefined || comparedLimits.has(code)
      return {
        code: code as Violation['code'], // no rule gives that of an issuer
        rule,
        level,
        ...(window === undefined ? {} : { window }),
        ...(isCompared ? { limit: limit as number } : {}),
        ...(retryAt === undefined
          ? {}
          : { retryAt: code === 'outside_active_hours' ? nextActive(c, retryAt) : retryAt }),
      }
    }),
    flags,
    available,
    attestation,
    intent:
      'result' in intent
        ? { kind: intent.kind, intentId: intent.intentId, matches: matchesOf(intent.result) }
        : { kind: intent.kind, ...('subscriptionId' in intent && { intentId: intent.subscriptionId }) },
    freeze,
  }
}

const matchesOf = ({ amountMatch, merchantMatch, mccMatch, currencyMatch }: Record<string, unknown>) =>
  [amountMatch, merchantMatch, mccMatch, currencyMatch] as boolean[]

/** `hours` where the moment is active and the minute before it is not: the model does not search the week. */
function nextActive({ customer, agent, card, request }: Case, retryAt: string): string {
  const hours = [card, agent, customer].map((level) => level?.policy.activeHours).find((set) => set !== undefined)
  const at = Date.parse(retryAt)
  const isNext =
    hours !== undefined && at > request.now && isOpen(hours, at) && !isOpen(hours, Math.max(at - 60_000, request.now))
  return isNext ? 'hours' : retryAt
}
