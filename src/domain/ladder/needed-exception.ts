import type { Reason } from '../../contract/decisions.ts'
import { policyRowNamed } from '../../contract/policy-sheet/policy-sheet.ts'
import type { LiftedRule } from '../../contract/resources/intents/exception.ts'
import { CHECKOUT_CREDENTIALS } from '../credentials.ts'
import { compilePolicy, levelOfPolicyField } from '../decision/compiled-policy.ts'
import type { Merchant, SpendingSubject } from '../entities.ts'
import type { IntentState } from '../intents/intent.ts'
import { loadedIntentOf } from '../intents/loaded-intent.ts'
import { originObstacle } from '../intents/origin-obstacle.ts'
import { foreseenReasons } from './obstacles-to-payment.ts'

interface Judging {
  readonly subject: SpendingSubject
  /** The merchant of the purchase, as far as it is known before. */
  readonly merchant: Merchant
  /** The most cents that the purchase may come to. */
  readonly most: number
  /** The moment of the judgement in Unix milliseconds. */
  readonly now: number
}

/** A rule that stands in the way of a purchase and that no exception lifts, with why. */
export interface UnliftableRule {
  readonly rule: string
  readonly code: string
  readonly why: string
}

/** The rules that an exception has to lift so that the purchase of an intent passes, and those that no exception lifts. */
export interface NeededException {
  readonly lifts: readonly LiftedRule[]
  readonly unliftable: readonly UnliftableRule[]
}

/** Computes which exception the purchase of an intent would need now, up to its ceiling. */
export function neededException(intent: IntentState, { subject, merchant, most, now }: Judging): NeededException {
  const { exception: _, ...declared } = intent.declared
  const plain = { ...intent, declared }
  const approved = { ...loadedIntentOf(plain), expiresAt: Number.POSITIVE_INFINITY, isApproved: true } as const
  const payer = { ...subject, intents: [approved] }
  const currency = declared.expectedCurrency ?? subject.customer.currency
  const request = { amount: most, currency, merchant, now, credentials: CHECKOUT_CREDENTIALS }
  const reasons = foreseenReasons(payer, request)
  const failing = reasons.map((reason) => ({ reason, why: whyUnliftable(reason) }))
  return {
    lifts: [
      ...failing.flatMap(({ reason, why }) => (why === null ? [liftOf(reason)] : [])),
      ...originLift(subject, declared.expectedOrigin),
    ],
    unliftable: failing.flatMap(({ reason: { rule, code }, why }) => (why === null ? [] : [{ rule, code, why }])),
  }
}

const liftOf = ({ rule, code, level, window, limit, observed }: Reason): LiftedRule => ({
  rule,
  code,
  level,
  ...(window === undefined ? {} : { window }),
  ...(limit === undefined ? {} : { limit }),
  ...(observed === undefined ? {} : { asked: observed }),
})

function originLift(subject: SpendingSubject, origin: string | undefined): LiftedRule[] {
  const compiled = compilePolicy(subject)
  if (
    originObstacle(compiled.policy, { origin, isApproved: true })?.code !== 'origin_not_allowed' ||
    origin === undefined
  )
    return []
  const level = levelOfPolicyField(compiled, 'allowedOrigins')
  return [{ rule: 'allowedOrigins', code: 'origin_not_allowed', level, asked: origin }]
}

/**
 * Why no exception lifts the rule of a reason. Null: an exception can lift it. Only rules are lifted whose change somebody may ask for at
 * all: statuses, the currency and the rules by which owners watch over agents are none of these.
 */
export function whyUnliftable({ rule, code, level }: Pick<Reason, 'rule' | 'code' | 'level'>): string | null {
  if (code === 'limit_exceeded') {
    return level === 'customer' ? "A customer's limit holds for all of its agents." : null
  }
  const row = policyRowNamed(rule)
  if (row === undefined)
    return 'A status, the currency, or the data of the card stands in the way, and no rule of a policy.'
  if (row.request === 'never') return 'Owners watch over their agents by it.'
  if (row.check?.[0] === 'Status') return 'The life of a card is over for everything.'
  return code.endsWith('_missing') ? 'The purchase does not say it.' : null
}
