import { cardAuditChange } from './audited.ts'
import type { ResourceChangesOfAct } from '../audit/audited-act.ts'
import type { LoadedCard } from '../loaded-levels.ts'
import { areCredentialsLocked, credentialsLockedUntil } from '../credentials.ts'
import { levelRulesHash } from '../decision/level-rules.ts'
import { policyChangedEvents, changesPolicyOrLimits } from '../events/change-events.ts'
import { cardStatusEvent, credentialsLockedEvent, type DomainEvent } from '../events/events.ts'
import { cardLifecycle } from '../lifecycles/card.ts'
import { isFinalLifecycleStatus } from '../lifecycles/moves.ts'
import type { UnsavedCardChange, CardWithAllFields } from './card.ts'

/**
 * The consequences of a change of a card, which have to be saved and sent, whether a batch of the engine, a request or a sweep makes the
 * change.
 */
export interface CardConsequences {
  /** The entry of the audit trail about the card's change. An entry without a changed field is not stored. */
  readonly audited: ResourceChangesOfAct
  /** The events about the card's change, for webhooks. */
  readonly events: readonly DomainEvent[]
  /**
   * When the change closed the card, in Unix milliseconds. Null: the change did not close it. A closed card's CVV is destroyed at once, and
   * its number later.
   */
  readonly closedAt: number | null
  /** Whether the card's issuer must be called, because it keeps a copy of the status and the limits. */
  readonly callsIssuer: boolean
}

/** Computes the consequences of a change of a card. `at`: when the card is changed, in Unix milliseconds. */
export function cardConsequences(
  change: UnsavedCardChange<LoadedCard | CardWithAllFields>,
  at: number,
): CardConsequences {
  const { before, after, move, note } = change
  const audited = cardAuditChange(before, after)
  const isClosing =
    isFinalLifecycleStatus(cardLifecycle, after.status) && !isFinalLifecycleStatus(cardLifecycle, before.status)
  return {
    audited,
    events: [
      ...lockedCredentials(change, at),
      ...policyChangedEvents(() => levelOf(after), audited, at),
      ...(move === null ? [] : [cardStatusEvent(after, move, { at, note })]),
    ],
    closedAt: isClosing ? at : null,
    callsIssuer: hasIssuer(after) && (before.status !== after.status || changesPolicyOrLimits(audited)),
  }
}

/** Whether an issuer may have to be called. A `LoadedCard` has no field for its issuer, so the function returns true for it. */
const hasIssuer = (card: LoadedCard | CardWithAllFields): boolean => !('issuer' in card) || card.issuer !== null

/** Makes the event of a change that locks the card's credentials because of too many wrong expiries or CVVs in a row. */
function lockedCredentials({ before, after }: UnsavedCardChange, at: number): DomainEvent[] {
  if (before.failedCredentials === after.failedCredentials || areCredentialsLocked(before.failedCredentials, at))
    return []
  const until = credentialsLockedUntil(after.failedCredentials)
  return until === null ? [] : [credentialsLockedEvent(after, until, at)]
}

const levelOf = (card: LoadedCard) => {
  const { id, accountId, customerId, agentId } = card
  return { level: 'card', id, accountId, customerId, agentId, cardId: id, version: levelRulesHash(card) } as const
}

/** A card that one or more changes of a transaction have changed, and that has to be saved. */
export interface ChangedCardState<Card extends LoadedCard = LoadedCard> extends Pick<
  CardConsequences,
  'closedAt' | 'callsIssuer'
> {
  /** The card as it was stored before the transaction's changes. */
  readonly before: Card
  readonly after: Card
}

/** Adds a change to the changed cards of a transaction, by id. It is merged with earlier changes of the same card. */
export function addToChangedCards<Card extends LoadedCard>(
  cards: Map<string, ChangedCardState<Card>>,
  { before, after }: UnsavedCardChange<Card>,
  { closedAt, callsIssuer }: CardConsequences,
): void {
  const earlier = cards.get(after.id)
  cards.set(after.id, {
    before: earlier?.before ?? before,
    after,
    closedAt: closedAt ?? earlier?.closedAt ?? null,
    callsIssuer: callsIssuer || earlier?.callsIssuer === true,
  })
}
