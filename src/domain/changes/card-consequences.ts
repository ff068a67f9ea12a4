import { cardChange } from '../audit/audited.ts'
import type { ResourceChange } from '../audit/record.ts'
import type { LoadedCard } from '../batch/working-set.ts'
import { areLocked, lockedUntil } from '../decision/credentials.ts'
import { nameOfRules } from '../decision/level-rules.ts'
import { policyChanged, touchesRules } from '../events/change-events.ts'
import { cardMoved, credentialsLocked, type DomainEvent } from '../events/events.ts'
import { cardLife } from '../lifecycles/card.ts'
import { isFinal } from '../lifecycles/moves.ts'
import type { CardChange, WholeCard } from './card.ts'

/** What follows from a change of a card, whoever makes it: a batch of the engine, a request or a sweep. */
export interface CardConsequences {
  /** What the audit trail keeps of it. Without a changed field it keeps nothing. */
  readonly audited: ResourceChange
  /** What webhooks are sent. */
  readonly events: readonly DomainEvent[]
  /** When the change closed the card, Unix milliseconds: its CVV is destroyed, its number later. Null: it did not close it. */
  readonly closedAt: number | null
  /** Whether the card's issuer is called: it keeps the card's status and limits. */
  readonly callsIssuer: boolean
}

/** `at`: when the change is made, Unix milliseconds. */
export function consequencesOf(change: CardChange<LoadedCard | WholeCard>, at: number): CardConsequences {
  const { before, after, move, note } = change
  const audited = cardChange(before, after)
  const isClosing = isFinal(cardLife, after.status) && !isFinal(cardLife, before.status)
  return {
    audited,
    events: [
      ...lockedCredentials(change, at),
      ...policyChanged(() => levelOf(after), audited, at),
      ...(move === null ? [] : [cardMoved(after, move, { at, note })]),
    ],
    closedAt: isClosing ? at : null,
    callsIssuer: hasIssuer(after) && (before.status !== after.status || touchesRules(audited)),
  }
}

/** What decisions read of a card does not say who issues it. */
const hasIssuer = (card: LoadedCard | WholeCard): boolean => !('issuer' in card) || card.issuer !== null

/** Too many wrong expiries and CVVs in a row lock the card against more. */
function lockedCredentials({ before, after }: CardChange, at: number): DomainEvent[] {
  if (before.failedCredentials === after.failedCredentials || areLocked(before.failedCredentials, at)) return []
  const until = lockedUntil(after.failedCredentials)
  return until === null ? [] : [credentialsLocked(after, until, at)]
}

const levelOf = (card: LoadedCard) => {
  const { id, accountId, customerId, agentId } = card
  return { level: 'card', id, accountId, customerId, agentId, cardId: id, version: nameOfRules(card) } as const
}

/** A changed card that is to be saved, after one change or several. */
export interface ChangedCard<Card extends LoadedCard = LoadedCard> extends Pick<
  CardConsequences,
  'closedAt' | 'callsIssuer'
> {
  /** As it is stored. */
  readonly before: Card
  readonly after: Card
}

/** Adds a change to the changed cards of a transaction, by id. Later ones of the same card go on from earlier ones. */
export function addChange<Card extends LoadedCard>(
  cards: Map<string, ChangedCard<Card>>,
  { before, after }: CardChange<Card>,
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
