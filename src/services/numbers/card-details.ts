import type { OperationInputOf } from '../../contract/operations.ts'
import type { AccessEventState } from '../../domain/access.ts'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import { HOUR_MS, SECOND_MS } from '../../lib/clock.ts'
import {
  consumeNumberReadGrant,
  firstLiveNumberReadGrant,
  firstLiveNumberReadGrantOfIntent,
  recordNumberReadAttestedAt,
  cardNumberReadsSince,
} from '../../store/numbers/access-events.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { checkCardNumberAccess, familyOfNumber } from './access-checks.ts'
import { type CardNumberAccess, recordCardNumberAccess } from './access-record.ts'
import { numberReadOriginRefusal } from '../levels/card-origins.ts'
import { cardNumberObstacle } from './card-obstacles.ts'
import { AnswerAfterCommit, CommittedRefusal, type WriteOperationContext } from '../request/context.ts'
import type { EveryRequestService } from '../request/handler.ts'
import { confirmedNumberRead } from './number-proofs.ts'
import { cardNumberSource, issuerNumberSessionSource, type CardNumberSource } from './number-sources.ts'
import { withNumber } from './mint-number.ts'
import { type EveryRequestOperationRun, runOperationAtEveryRequest } from '../request/run-anew.ts'

/**
 * Reads the card number and CVV (contract, section 7). The order of the checks is part of the contract. The customer stays locked
 * throughout, so that two reads at once can neither use the same grant nor exceed the hourly limit together. A repeated Idempotency-Key
 * discloses the number again and counts as another read.
 */
export const getCardDetails: EveryRequestService<'getCardDetails'> = (context, input, claim) =>
  runOperationAtEveryRequest(context, claim, (replayOf) =>
    discloseCardNumber(
      context,
      { ...input, replayOf, sourceOf: cardNumberSource, confirm: () => confirmedNumberRead(context, input) },
      ({ shown, accessEventId }) => ({ ...shown, accessEventId }),
    ),
  )

/**
 * Opens a session in which a card's issuer shows the number. The session is checked, counted and recorded like any read of a number, but
 * the answer contains no digit of the number.
 */
export const createNumberSession: EveryRequestService<'createNumberSession'> = (context, input, claim) =>
  runOperationAtEveryRequest(context, claim, (replayOf) =>
    discloseCardNumber(
      context,
      {
        ...input,
        replayOf,
        sourceOf: (_context, card) => issuerNumberSessionSource(context, card, input.body),
        confirm: () => confirmedNumberRead(context, input),
      },
      ({ shown, accessEventId }) => ({ ...shown, accessEventId }),
    ),
  )

/** The result of a granted read of a card number. */
export interface DisclosedCardNumber<Shown> {
  readonly card: CardWithAllFields
  /** The intent that the request to read a card number names. Null: it names no intent. */
  readonly intent: IntentState | null
  readonly shown: Shown
  readonly accessEventId: string
}

interface Reading<Shown> extends Pick<OperationInputOf<'getCardDetails'>, 'params' | 'body'> {
  readonly replayOf: string | null
  /** True: the number is sealed for a filler of the card's agent, so the checks for agents apply whoever makes the request. */
  readonly toAgent?: boolean
  /** The source of the number of the card that is released: a one-time card, if the intent has one. */
  readonly sourceOf: (
    context: WriteOperationContext,
    card: CardWithAllFields,
  ) => Promise<CardNumberSource<Shown> | CommittedRefusal>
  /** Checks whether a person has to confirm the read of a card number: see `confirmedNumberRead`. */
  readonly confirm: () => Promise<string | null | CommittedRefusal>
}

/** Checks and records a read of a card number, and makes its answer where the read is granted. */
export async function discloseCardNumber<Shown, Answer>(
  context: WriteOperationContext,
  { params, body, replayOf, toAgent = false, sourceOf, confirm }: Reading<Shown>,
  answer: (disclosed: DisclosedCardNumber<Shown>) => Answer | Promise<Answer>,
): Promise<EveryRequestOperationRun<Answer | AnswerAfterCommit<Answer>>> {
  const { family, intentId } = await familyOfNumber(context, params.cardId, body.intentId)
  const { card } = family
  const { obstacles, intent, effective, released } = await checkCardNumberAccess(context, family, intentId)
  const attestation = await attestationOf(context, card, { intent, purpose: body.purpose })
  const access: NewAccess = {
    locked: family.locked,
    card,
    kind: 'read',
    intentId: intent?.id ?? attestation?.grant?.intentId ?? null,
    purpose: body.purpose ?? attestation?.grant?.purpose ?? null,
    replayOf,
  }
  const isAttested = !effective.policy.requireAttestation || attestation !== null
  const [obstacleBefore] = obstacles
  if (obstacleBefore === undefined && (toAgent || context.principal.role === 'agent')) {
    const refusal = numberReadOriginRefusal(effective, intent)
    if (refusal !== null) return refuse(context, access, refusal)
  }
  const [first = isAttested ? null : cardNumberObstacle('attestation_required')] = obstacles
  if (first) return refuse(context, access, new CommittedRefusal(first.code, { message: first.message }))
  const source = await sourceOf(context, released)
  if (source instanceof CommittedRefusal) return refuse(context, access, source)
  const waitMs = await waitForRead(context, card)
  const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS)
  if (waitMs > 0) return refuse(context, access, new CommittedRefusal('credential_read_limit', { retryAfterSeconds }))
  const passkeyId = await confirm()
  if (passkeyId instanceof CommittedRefusal) return refuse(context, access, passkeyId)
  const accessEventId = await grantRead(context, { ...access, passkeyId }, attestation)
  const answerFor = async (shown: Shown) => answer({ card, intent, shown, accessEventId })
  const answered =
    'after' in source
      ? new AnswerAfterCommit(async () => answerFor(await source.after()))
      : await answerFor(await source.within(await withNumber(context, family.locked, released)))
  return { id: accessEventId, answer: answered }
}

type NewAccess = Omit<CardNumberAccess, 'obstacles'>

/** Records a denied read of a card number with its reason. */
async function refuse(
  context: WriteOperationContext,
  access: NewAccess,
  refusal: CommittedRefusal,
): Promise<EveryRequestOperationRun<never>> {
  const { code, message } = refusal.error
  const { id } = await recordCardNumberAccess(context, { ...access, obstacles: [{ code, message }] })
  return { id, answer: refusal }
}

/** Records a granted read of a card number and marks its attestation as used. Resolves with the id of the access event. */
async function grantRead(
  context: WriteOperationContext,
  access: NewAccess,
  attestation: Attestation | null,
): Promise<string> {
  const now = context.clock.now()
  if (attestation) await recordNumberReadAttestedAt(access.locked, access.card, now)
  if (attestation?.grant) await consumeNumberReadGrant(access.locked, attestation.grant, now)
  const attestsItself = attestation !== null && attestation.grant === null
  const { id } = await recordCardNumberAccess(context, {
    ...access,
    obstacles: [],
    ...(attestsItself ? { consumedAt: now } : {}),
  })
  return id
}

/**
 * The attestation for a read of a card number. `grant`: the grant of an earlier attestation, neither used nor expired. Null: the request to
 * read contains the attestation itself, by an intent and a purpose.
 */
type Attestation = { readonly grant: AccessEventState | null }

async function attestationOf(
  context: WriteOperationContext,
  card: CardWithAllFields,
  named: { intent: IntentState | null; purpose: string | undefined },
): Promise<Attestation | null> {
  const grant = await fittingGrant(context, card.id, named.intent?.id)
  if (grant) return { grant }
  return named.intent && named.purpose !== undefined ? { grant: null } : null
}

/** An unused and unexpired grant for a read of a card number. Where the read names an intent, the grant is for this intent or for none. */
async function fittingGrant({ tx, clock }: WriteOperationContext, cardId: string, intentId: string | undefined) {
  const now = clock.now()
  const withoutIntent = () => firstLiveNumberReadGrantOfIntent(tx, { cardId, intentId: null }, now)
  if (intentId === undefined) return (await withoutIntent()) ?? firstLiveNumberReadGrant(tx, cardId, now)
  return (await firstLiveNumberReadGrantOfIntent(tx, { cardId, intentId }, now)) ?? withoutIntent()
}

/** How many milliseconds until the card's number may be read again under the hourly limit of reads. 0: now. */
async function waitForRead({ tx, clock, settings }: WriteOperationContext, card: CardWithAllFields): Promise<number> {
  const now = clock.now()
  const reads = await cardNumberReadsSince(tx, card.id, now - HOUR_MS)
  const oldestThatCounts = reads.at(-settings.credentialReadsPerHour)
  return oldestThatCounts === undefined ? 0 : oldestThatCounts + HOUR_MS - now
}
