import type { OperationInputOf } from '../../contract/operations.ts'
import type { DecideIntentCommand } from '../../domain/batch/commands/commands.ts'
import type { DeclaredIntent } from '../../domain/intents/intent.ts'
import { answerChallengesOfIntent } from '../challenges/follow-intent.ts'
import { findApiKeyMakers } from '../../store/accounts/api-keys.ts'
import { checkedOrigin } from '../levels/card-origins.ts'
import type { IdempotencyClaim } from '../../store/requests/idempotency.ts'
import type { Principal, ReadOperationContext, ServiceSettings } from '../request/context.ts'
import { checkFreeFormObject } from '../input/free-form.ts'
import { checkJsonSize } from '../input/json-size.ts'
import { endExceptionRequestOfIntent } from './follow-exception.ts'
import { decideWithPasskeyProof } from './approval-proofs.ts'
import { checkOrderSum } from './order-sum.ts'
import type { OperationReply } from '../request/reply.ts'
import type { EngineService } from '../request/handler.ts'
import { runEngineCommand } from '../commands/through-engine.ts'
import { inAuditedTransaction } from '../../store/audit/trail.ts'
import { findIntent, lockIntent } from '../../store/intents/intents.ts'
import { consumeNumberReadGrant, liveNumberReadGrantsOfIntent } from '../../store/numbers/access-events.ts'
import { objectOr404 } from '../input/or-throw.ts'

const DEFAULT_TTL_MINUTES = 30
const MAX_ITEMS_KIBIBYTES = 16

/** Declares an intent (contract, section 9). Declarations and decisions about intents are commands of the engine, like purchases. */
export const createIntent: EngineService<'createIntent'> = (context, { params, body }, claim) =>
  runEngineCommand(context, claim, {
    kind: 'declare_intent',
    ...actorOf(context.principal),
    cardId: params.cardId,
    declared: declaredIntent(body, context.settings),
  })

export const approveIntent: EngineService<'approveIntent'> = (context, { params, body }, claim) =>
  decideWithPasskeyProof(context, { ...params, ...body, decision: 'approve', claim }, async (shown) => {
    const { db, principal } = context
    const command = decision('approve_intent', principal, { ...params, note: body.note, shown })
    const makers =
      principal.type === 'key' ? { makers: await findApiKeyMakers(db, principal.accountId, principal.id) } : {}
    return throughEngineWithChallenges(context, claim, { ...command, ...makers, validMinutes: body.validMinutes })
  })

export const rejectIntent: EngineService<'rejectIntent'> = (context, { params, body }, claim) =>
  decideWithPasskeyProof(context, { ...params, ...body, decision: 'reject', claim }, (shown) =>
    throughEngineWithChallenges(
      context,
      claim,
      decision('reject_intent', context.principal, { ...params, note: body.reason, shown }),
    ),
  )

export const cancelIntent: EngineService<'cancelIntent'> = (context, { params }, claim) =>
  canceled(context, claim, decision('cancel_intent', context.principal, params))

/** Revokes the approval of an intent. Revoking lets less be spent, so it needs no passkey. */
export const revokeApproval: EngineService<'revokeApproval'> = (context, { params, body }, claim) =>
  canceled(context, claim, decision('revoke_approval', context.principal, { ...params, note: body.reason }))

/** Cancels an intent, and then uses up the grants and answers the challenges that were opened for its purchase. */
async function canceled(
  context: ReadOperationContext,
  claim: IdempotencyClaim | null,
  command: DecideIntentCommand,
): Promise<OperationReply> {
  const reply = await throughEngineWithChallenges(context, claim, command)
  await useUpGrants(context, command.intentId)
  return reply
}

/** Makes a decision about an intent, then answers the challenges that wait for it, and ends the request for its exception. */
async function throughEngineWithChallenges(
  context: ReadOperationContext,
  claim: IdempotencyClaim | null,
  command: DecideIntentCommand,
): Promise<OperationReply> {
  const reply = await runEngineCommand(context, claim, command)
  await answerChallengesOfIntent(context, command.intentId)
  await endExceptionRequestOfIntent(context, command.intentId)
  return reply
}

const actorOf = ({ accountId, id, agentId }: Principal) => ({ accountId, actorId: id, seesAgent: agentId })

const decision = (
  kind: DecideIntentCommand['kind'],
  principal: Principal,
  { intentId, note, shown }: { intentId: string; note?: string | undefined; shown?: string | undefined },
): DecideIntentCommand => ({ kind, ...actorOf(principal), intentId, note: note ?? null, shown })

function declaredIntent(body: OperationInputOf<'createIntent'>['body'], settings: ServiceSettings): DeclaredIntent {
  checkOrderSum(body)
  if (body.items !== undefined) checkJsonSize('items', body.items, MAX_ITEMS_KIBIBYTES)
  return {
    ...body,
    ...(body.expectedCurrency === undefined ? {} : { expectedCurrency: body.expectedCurrency.toUpperCase() }),
    ...(body.expectedOrigin === undefined
      ? {}
      : { expectedOrigin: checkedOrigin('expectedOrigin', body.expectedOrigin, settings) }),
    ...(body.metadata === undefined ? {} : { metadata: checkFreeFormObject('metadata', body.metadata) }),
    // An intent that needs no person is approved at once, so that it lives as long as after an approval.
    ttlMinutes: body.ttlMinutes ?? body.validMinutes ?? DEFAULT_TTL_MINUTES,
  }
}

/**
 * Uses up the grants of an intent that was canceled, after the cancellation was committed. If this node stops before that, the grants still
 * permit no read, because their intent is canceled: see `firstLiveNumberReadGrant`.
 */
async function useUpGrants(context: ReadOperationContext, intentId: string): Promise<void> {
  const { db, database, principal, clock } = context
  const intent = await findIntent(db, principal, intentId)
  if (intent?.status !== 'canceled') return
  const grant = { cardId: intent.cardId, intentId }
  if ((await liveNumberReadGrantsOfIntent(db, grant, clock.now())).length === 0) return
  await inAuditedTransaction(database, context, async (writing) => {
    const { locked } = objectOr404(await lockIntent(writing, principal, intentId), 'intent_not_found')
    const now = clock.now()
    for (const live of await liveNumberReadGrantsOfIntent(writing.tx, grant, now))
      await consumeNumberReadGrant(locked, live, now)
  })
}
