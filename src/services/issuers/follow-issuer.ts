import { serviceUnavailableError } from '../../contract/unavailable.ts'
import { cardStatusChange } from '../../domain/changes/card.ts'
import { auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import { type IssuerCardStatus, IssuerRefusal } from '../../issuers/issuer.ts'
import { lockCardWithAgentAndCustomer, type LockedCardWithAgentAndCustomer } from '../../store/cards/card-family.ts'
import type { WorkLease } from '../../lib/traffic/leased-work.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import { cardSaveStatements } from '../../store/cards/card-saving.ts'
import { type IssuerCallState, recordIssuerStatus } from '../../store/issuers/issuer-call-queue.ts'
import { findIssuerCall } from '../../store/issuer-calls/issuer-calls.ts'
import type { IssuerCall } from '../../store/rows/issuer-tables.ts'
import { resendCardStatus } from '../../store/issuers/issuer-records.ts'
import { inAuditedTransaction } from '../../store/audit/trail.ts'
import type { AuditAppendContext } from '../../store/audit/chain.ts'
import type { NodeDeps } from '../request/context.ts'
import type { IssuerMessageCardIds } from './commands.ts'
import { isStricterCardStatus } from './strictness.ts'
import { expectedIssuerStatus } from './expected-status.ts'

type FollowingDeps = Pick<NodeDeps, 'database' | 'clock'> & AuditAppendContext

interface MadeCard extends IssuerMessageCardIds {
  /** The issuer's id (token) of the card. */
  readonly token: string
}

/**
 * The status that an issuer was sent last (`told_status`), with the number of calls so far (`asked_count`), by which a later call is
 * noticed.
 */
type SentStatus = Pick<IssuerCall, 'asked_count' | 'told_status'>

/**
 * Freezes or closes a card at Purser because somebody did so at its issuer. A closed card stays closed. The resulting status is sent to the
 * issuer, because the card may have changed there since. `sent` is the last call to the issuer before the issuer's status was read. If a
 * later call was made, or if that call sent neither the card's status nor the expected one, nothing is changed: the issuer's status differs
 * only because Purser's own change has not reached the issuer yet. Without `sent`, the card is changed in any case.
 */
function followIssuer(
  { database, ids, vault, clock }: FollowingDeps,
  { accountId, cardId }: IssuerMessageCardIds,
  { to, sent }: { to: 'frozen' | 'closed'; sent?: SentStatus },
): Promise<void> {
  return inAuditedTransaction(database, { ids, vault, act: auditedActOfSystem('followIssuer') }, async (writing) => {
    const family = await lockCardWithAgentAndCustomer(writing, { accountId, agentId: null }, cardId)
    if (family === undefined) return
    const { tx } = family.locked
    if (sent !== undefined) {
      const call = await findIssuerCall(tx, cardId)
      if (call?.asked_count !== sent.asked_count) return
      const { status } = family.card
      const expected = expectedIssuerStatus({ status, isAccountStopped: call.is_account_stopped })
      if (sent.told_status !== status && sent.told_status !== expected) return
    }
    const now = clock.now()
    await moveTo(family, to, now)
    await resendCardStatus(tx, { cardId, now })
  })
}

async function moveTo(
  { locked, card }: LockedCardWithAgentAndCustomer,
  to: 'frozen' | 'closed',
  now: number,
): Promise<void> {
  const change = cardStatusChange(card, { to, reason: 'requested' })
  if (change !== null) await saveAuditedChanges(locked, [cardSaveStatements([change], now)])
}

/**
 * Freezes or closes a card at Purser because that happened at the issuer to the card that Purser has created there. A change of any other
 * card at the issuer that contains the same Purser card id is ignored.
 */
export async function followCreatedCardStatus(
  deps: FollowingDeps & Pick<NodeDeps, 'byKey'>,
  of: MadeCard,
  to: 'frozen' | 'closed',
): Promise<void> {
  const call = await deps.byKey.issuerCall(of.cardId)
  if (call?.card_token === of.token) await followIssuer(deps, of, { to })
}

/**
 * Freezes or closes a card at Purser because somebody had already done so at the issuer, before a stop of the account was about to freeze
 * the card there.
 */
export function followIssuerCardStatusBeforeStop(
  { database, ids, vault, clock }: FollowingDeps,
  { id, lease, state: { call } }: WorkLease & Pick<{ state: IssuerCallState }, 'state'>,
  to: 'frozen' | 'closed',
): Promise<void> {
  const of = { accountId: call.account_id, agentId: null }
  return inAuditedTransaction(database, { ids, vault, act: auditedActOfSystem('followIssuer') }, async (writing) => {
    const family = await lockCardWithAgentAndCustomer(writing, of, id)
    if (family !== undefined) await moveTo(family, to, clock.now())
    await recordIssuerStatus(writing.tx, { id, lease }, to)
  })
}

/**
 * Freezes or closes a card at Purser where a message or a list of the issuer shows a stricter status (`seen`). The message does not say who
 * set that status or when: Purser itself may have set it, and the card may have changed back. So the card is read from the issuer first.
 * The card at Purser changes only if the status that was read is stricter than the status that Purser sent last, and if Purser has sent no
 * status since. Throws `serviceUnavailableError` where the issuer does not answer.
 */
export async function followStricterIssuerCardStatus(
  deps: FollowingDeps & Pick<NodeDeps, 'byKey' | 'issuers'>,
  of: MadeCard & { issuer: string },
  seen: IssuerCardStatus,
): Promise<void> {
  const call = await deps.byKey.issuerCall(of.cardId)
  const sentStatus = call?.told_status ?? null
  if (call?.card_token !== of.token || sentStatus === null || !isStricterCardStatus(seen, sentStatus)) return
  const there = await deps.issuers.get(of.issuer)?.readCard(of.token).catch(unread)
  if (there == null || there.status === 'active' || !isStricterCardStatus(there.status, sentStatus)) return
  await followIssuer(deps, of, { to: there.status, sent: call })
}

/** Turns a failed read of a card into null where the issuer refused it. Throws otherwise, so that the issuer sends its message again. */
function unread(error: unknown): null {
  if (error instanceof IssuerRefusal) return null
  throw serviceUnavailableError('issuer_unavailable')
}
