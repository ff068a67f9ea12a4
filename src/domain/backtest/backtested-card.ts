import type { LoadedCard } from '../loaded-levels.ts'
import { cardExpiry } from '../card-expiry.ts'
import { effectivePolicy } from '../decision/cascade.ts'
import type { CardState } from '../entities.ts'
import type { PastCard, PastIncrement, PastPurchase, PastDecisionRules } from './past.ts'

type Status = CardState['status']

/** The fields of a card that the decisions of a backtest change. */
export type SimulatedCard = Pick<LoadedCard, 'status' | 'merchantLock' | 'consumedAt' | 'firstSpendAt'>

/**
 * A card as it would have become under the rules that a backtest tests. The simulated decisions change the card as real decisions would.
 * Somebody may also have frozen or closed the card between two recorded decisions. Then the status before a decision differs from the
 * status after the decision before it, and the change is applied to the simulated card, too.
 */
export class BacktestedCard {
  readonly facts: PastCard
  simulated: SimulatedCard
  /** The card's recorded status after the card's last decision that was read. Null: no decision of the card was read yet. */
  #actualStatus: Status | null = null

  constructor(facts: PastCard) {
    this.facts = facts
    const { merchantLock, consumedAt } = facts
    this.simulated = { status: 'active', merchantLock, consumedAt, firstSpendAt: consumedAt }
  }

  /**
   * Applies the status changes that were made to the card since the last recorded decision, up to the decision `past`, and remembers the
   * status that `past` left.
   */
  meet(past: PastPurchase | PastIncrement): void {
    const { status } = past.rules.card
    if (status !== this.#actualStatus && !this.#hasExpired(past) && this.simulated.status !== 'closed') {
      this.simulated = { ...this.simulated, status }
    }
    this.#actualStatus = leftBy(past)
  }

  /**
   * Whether the card was closed because it had expired under the recorded rules. Such a closing is not copied, because the simulated
   * decisions check the expiry under the tested rules.
   */
  #hasExpired({ rules, at }: { rules: PastDecisionRules; at: number }): boolean {
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
