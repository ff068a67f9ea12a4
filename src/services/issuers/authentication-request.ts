import type { CardWithAllFields } from '../../domain/changes/card.ts'
import type { LoadedIntent } from '../../domain/intents/loaded-intent.ts'
import { cardOfOneTimePurchase } from '../../domain/one-time-card.ts'
import { readCardById } from '../../store/cards/cards.ts'
import { newApprovalAsk } from '../../domain/asks/ask.ts'
import {
  type UnsavedChallengeChange,
  type ChallengeState,
  challengeWithDeadline,
  challengeDecidableUntil,
} from '../../domain/changes/challenge.ts'
import { effectivePolicy } from '../../domain/decision/cascade.ts'
import {
  type IntentAnsweringChallenge,
  intentAnsweringChallenge,
} from '../../domain/intents/intent-answering-challenge.ts'
import type { CardholderAuthenticationRequest } from '../../issuers/issuer.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { assertPresent } from '../../lib/assert.ts'
import { timeOfId } from '../../lib/ids.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import { type LockedCardWithAgentAndCustomer, lockCardWithAgentAndCustomer } from '../../store/cards/card-family.ts'
import {
  findChallengeByIssuerReference,
  countWaitingChallenges,
  hasIntentAnsweredChallenge,
} from '../../store/challenges/challenges.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import { challengeSaveStatements } from '../../store/challenges/challenge-saving.ts'
import { waitingIntentsOf } from '../../store/intents/intents.ts'
import { inAuditedTransaction, type AuditDeps, type AuditedTx } from '../../store/audit/trail.ts'
import type { IssuerMessageCardIds } from './commands.ts'
import type { NodeDeps } from '../request/context.ts'

/** How many challenges of a card may wait for people. A shop can ask as often as the issuer lets it, and each challenge asks people. */
const MOST_WAITING = 5
/** How many milliseconds a challenge waits for an answer, where the issuer has not said how long it takes one. */
const DEFAULT_WAIT_MS = 5 * MINUTE_MS

type RecordingDeps = Pick<NodeDeps, 'database' | 'clock' | 'ids' | 'vault'> & Pick<AuditDeps, 'act'>

interface IssuerQuestion {
  readonly of: IssuerMessageCardIds
  readonly issuer: string
  readonly request: CardholderAuthenticationRequest
}

/**
 * Records an issuer's question whether the cardholder agrees to a purchase. If an intent of the card answers the question, the answer is
 * stored, too (contract, section 9). It is committed before the issuer gets it. A repeated question gets the first answer.
 */
export const recordCardholderAuthentication = (
  deps: RecordingDeps,
  { of, issuer, request }: IssuerQuestion,
): Promise<ChallengeState> =>
  inAuditedTransaction(deps.database, deps, async (writing) => {
    const family = assertPresent(
      await lockCardWithAgentAndCustomer(writing, { accountId: of.accountId, agentId: null }, of.cardId),
      'the card of a message was found',
    )
    const now = deps.clock.now()
    const known = await findChallengeByIssuerReference(writing.tx, of.cardId, request.reference)
    const change =
      known === undefined
        ? newApprovalAsk(await challengeOf(writing, family, { issuer, request, now }))
        : changeOfKnown(known, request, now)
    if (change !== null) await saveAuditedChanges(family.locked, [challengeSaveStatements([change], now)])
    return change?.after ?? assertPresent(known, 'a challenge without a change is known')
  })

const changeOfKnown = (
  known: ChallengeState,
  { answerUntil }: CardholderAuthenticationRequest,
  now: number,
): UnsavedChallengeChange | null => (answerUntil === null ? null : challengeWithDeadline(known, answerUntil, now))

interface Described extends Omit<IssuerQuestion, 'of'> {
  readonly now: number
}

async function challengeOf(
  writing: AuditedTx,
  family: LockedCardWithAgentAndCustomer,
  { issuer, request, now }: Described,
): Promise<ChallengeState> {
  const { customer, agent, card } = family
  const id = writing.ids('chl', bucketOfId(customer.id))
  const { reference, merchant, answerUntil } = request
  const money = moneyOf(request, customer.currency)
  const answer = await answerOf(writing, family, { ...money, merchant, now })
  const status =
    answer.kind === 'approved'
      ? 'approved'
      : (await countWaitingChallenges(writing.tx, card.id, now)) < MOST_WAITING
        ? 'pending'
        : 'declined'
  const isEnded = status !== 'pending'
  return {
    id,
    accountId: customer.accountId,
    customerId: customer.id,
    agentId: agent?.id ?? null,
    cardId: card.id,
    issuer,
    reference,
    status,
    ...money,
    merchant,
    intentId: answer.kind === 'none' ? null : answer.intentId,
    decidedBy: null,
    decidedAt: isEnded ? now : null,
    note: status === 'declined' ? `${MOST_WAITING} challenges of the card wait already.` : null,
    expiresAt: answerUntil === null ? now + DEFAULT_WAIT_MS : challengeDecidableUntil(answerUntil, now),
    answerUntil,
    answeredAt: isEnded && answerUntil === null ? now : null,
    answerError: null,
    createdAt: timeOfId(id),
  }
}

/**
 * The amount of a challenge in the currency of the card, where the issuer gives it, and the amount that the shop asks for. The issuer
 * converts the amount; Purser never does.
 */
function moneyOf({ amount, currency, cardholderAmount }: CardholderAuthenticationRequest, ofCard: string) {
  if (amount === null || currency === null || currency === ofCard || cardholderAmount === null) {
    return { amount, currency, merchantAmount: null, merchantCurrency: null }
  }
  return { amount: cardholderAmount, currency: ofCard, merchantAmount: amount, merchantCurrency: currency }
}

/** Whether an intent is paid with a card: its one-time card, if it has one, else the card that it was declared on. */
const isIntentOfCard = ({ id, oneTimeCardId }: LoadedIntent, card: CardWithAllFields): boolean =>
  card.intentId === undefined ? oneTimeCardId === undefined : id === card.intentId

/** The answer to a challenge that the card's intents give. While the account is stopped, or the card cannot pay, a person decides. */
async function answerOf(
  { tx }: AuditedTx,
  { customer, agent, card: asking }: LockedCardWithAgentAndCustomer,
  purchase: Pick<ChallengeState, 'amount' | 'currency' | 'merchant'> & { readonly now: number },
): Promise<IntentAnsweringChallenge> {
  const parent = asking.parentCardId === undefined ? asking : await readCardById(tx, asking.parentCardId)
  const card = parent === asking ? asking : cardOfOneTimePurchase(parent, asking)
  const isActive = [customer, agent, card].every((level) => level === null || level.status === 'active')
  const { stopped_at: stoppedAt } = await findAccount(tx, customer.accountId)
  if (!isActive || stoppedAt !== null) return { kind: 'none' }
  const { policy } = effectivePolicy({ customer, agent, card })
  const asked = { ...purchase, cardCurrency: customer.currency }
  const own = (await waitingIntentsOf(tx, parent.id)).filter((intent) => isIntentOfCard(intent, asking))
  const answer = intentAnsweringChallenge(own, policy, asked)
  // An intent is for one purchase, so an intent that has agreed to a challenge agrees to no other.
  return answer.kind === 'approved' && (await hasIntentAnsweredChallenge(tx, answer.intentId))
    ? { kind: 'none' }
    : answer
}
