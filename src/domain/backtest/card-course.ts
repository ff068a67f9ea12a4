import type { LoadedCard } from '../batch/working-set.ts'
import { cardExpiry } from '../card-expiry.ts'
import { effectivePolicy } from '../decision/cascade.ts'
import type { CardState } from '../entities.ts'
import type { PastCard, PastIncrement, PastPurchase, RulesThen } from './past.ts'

type Status = CardState['status']

/** What decisions make of a card: its status, its lock and its single use. */
export type CardMade = Pick<LoadedCard, 'status' | 'merchantLock' | 'consumedAt' | 'firstSpendAt'>

/**
 * A card as it would then have become. What a decision did to it is done again by the decisions that would have been made; what
 * anybody else did to it shows in the status that the next decision found, where that is not the one that the decision before it
 * left, and is done to the card here too.
 */
export class CardCourse {
  readonly facts: PastCard
  made: CardMade
  /** As the last decision left it in truth. Null: none was made yet. */
  #left: Status | null = null

  constructor(facts: PastCard) {
    this.facts = facts
    const { merchantLock, consumedAt } = facts
    this.made = { status: 'active', merchantLock, consumedAt, firstSpendAt: consumedAt }
  }

  /** Takes up what happened to the card since the decision before it, and what that decision did to it in truth. */
  meet(past: PastPurchase | PastIncrement): void {
    const { status } = past.rules.card
    if (status !== this.#left && !this.#hasExpired(past) && this.made.status !== 'closed') {
      this.made = { ...this.made, status }
    }
    this.#left = leftBy(past)
  }

  /** Time closes cards that are expired. Whether this one would then be expired, its decisions ask themselves. */
  #hasExpired({ rules, at }: { rules: RulesThen; at: number }): boolean {
    if (rules.card.status !== 'closed') return false
    const expiresAt = cardExpiry(this.facts.createdAt, effectivePolicy(rules).policy)
    return expiresAt !== null && at >= expiresAt
  }
}

function leftBy({ kind, was, amount, reasons, rules }: PastPurchase | PastIncrement): Status {
  const { status, usage } = rules.card
  if (status !== 'active') return status
  if (was === 'decline')
    return reasons.some(({ code, limit }) => isIntent(code) && limit === 'freeze') ? 'frozen' : status
  return kind === 'authorization' && usage === 'single' && amount > 0 ? 'closed' : status
}

const isIntent = (code: string): boolean => code === 'intent_missing' || code === 'intent_mismatch'
