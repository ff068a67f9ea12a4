import type { InputOf } from '../../contract/operations.ts'
import { HOUR_MS, SECOND_MS } from '../../lib/clock.ts'
import {
  type AccessEvent,
  consumeGrant,
  firstLiveGrant,
  firstLiveGrantFor,
  markAttested,
  readsSince,
} from '../../store/numbers/access-events.ts'
import { lockCardFamily } from '../../store/cards/card-family.ts'
import type { Card } from '../../store/cards/cards.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { checkAccess } from './access-checks.ts'
import { type Access, recordAccess } from './access-record.ts'
import { originRefusal } from './card-origins.ts'
import { obstacle } from '../cards/card-standing.ts'
import { Later, Refusal, type WriteContext } from '../request/context.ts'
import type { AnewService } from '../request/handler.ts'
import { confirmedLook } from './number-proofs.ts'
import { numberSource, sessionSource, type Source } from './number-sources.ts'
import { found } from '../input/ownership.ts'
import { type Run, runAnew } from '../request/run-anew.ts'

/**
 * Reads the card number and CVV (contract, section 7). The order of the checks is part of the contract. The customer's
 * lock is kept throughout: two reads at once neither share a grant nor pass the hourly limit together. A repeat of an
 * Idempotency-Key discloses the number again, and is a read like any other.
 */
export const getCardDetails: AnewService<'getCardDetails'> = (context, input, claim) =>
  runAnew(context, claim, (replayOf) =>
    disclose(
      context,
      { ...input, replayOf, sourceOf: numberSource, confirm: () => confirmedLook(context, input) },
      ({ shown, accessEventId }) => ({ ...shown, accessEventId }),
    ),
  )

/** Has the issuer of a card show its number: checked, counted and recorded as any read, and without a digit. */
export const createNumberSession: AnewService<'createNumberSession'> = (context, input, claim) =>
  runAnew(context, claim, (replayOf) =>
    disclose(
      context,
      {
        ...input,
        replayOf,
        sourceOf: (_context, card) => sessionSource(context, card, input.body),
        confirm: () => confirmedLook(context, input),
      },
      ({ shown, accessEventId }) => ({ ...shown, accessEventId }),
    ),
  )

/** What a granted read discloses. */
export interface Disclosed<Shown> {
  readonly card: Card
  /** The one that was named. */
  readonly intent: IntentState | null
  readonly shown: Shown
  readonly accessEventId: string
}

interface Reading<Shown> extends Pick<InputOf<'getCardDetails'>, 'params' | 'body'> {
  readonly replayOf: string | null
  /** The answer goes to an agent's side whoever asks: what fills checkouts in for it. */
  readonly toAgent?: boolean
  readonly sourceOf: (context: WriteContext, card: Card) => Promise<Source<Shown> | Refusal>
  /** A person may have to confirm it: see `confirmedLook`. */
  readonly confirm: () => Promise<string | null | Refusal>
}

/** Checks and records a read, and makes its answer where it is granted. */
export async function disclose<Shown, Answer>(
  context: WriteContext,
  { params, body, replayOf, toAgent = false, sourceOf, confirm }: Reading<Shown>,
  answer: (disclosed: Disclosed<Shown>) => Answer | Promise<Answer>,
): Promise<Run<Answer | Later<Answer>>> {
  const family = found(await lockCardFamily(context, context.principal, params.cardId), 'card_not_found')
  const { card } = family
  const { obstacles, intent, effective } = await checkAccess(context, family, body.intentId)
  const attestation = await attestationOf(context, card, { intent, purpose: body.purpose })
  const asked: Asked = {
    locked: family.locked,
    card,
    kind: 'read',
    intentId: intent?.id ?? attestation?.grant?.intent_id ?? null,
    purpose: body.purpose ?? attestation?.grant?.purpose ?? null,
    replayOf,
  }
  const isAttested = !effective.policy.requireAttestation || attestation !== null
  const [obstacleBefore] = obstacles
  if (obstacleBefore === undefined && (toAgent || context.principal.role === 'agent')) {
    const refusal = originRefusal(effective, intent)
    if (refusal !== null) return refuse(context, asked, refusal)
  }
  const [first = isAttested ? null : obstacle('attestation_required')] = obstacles
  if (first) return refuse(context, asked, new Refusal(first.code, { message: first.message }))
  const source = await sourceOf(context, card)
  if (source instanceof Refusal) return refuse(context, asked, source)
  const waitMs = await waitForRead(context, card)
  const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS)
  if (waitMs > 0) return refuse(context, asked, new Refusal('credential_read_limit', { retryAfterSeconds }))
  const passkeyId = await confirm()
  if (passkeyId instanceof Refusal) return refuse(context, asked, passkeyId)
  const accessEventId = await grantRead(context, { ...asked, passkeyId }, attestation)
  const told = async (shown: Shown) => answer({ card, intent, shown, accessEventId })
  const answered =
    'after' in source ? new Later(async () => told(await source.after())) : await told(await source.within())
  return { id: accessEventId, answer: answered }
}

type Asked = Omit<Access, 'obstacles'>

/** Keeps the refusal with its reason. */
async function refuse(context: WriteContext, asked: Asked, refusal: Refusal): Promise<Run<never>> {
  const { code, message } = refusal.error
  const { id } = await recordAccess(context, { ...asked, obstacles: [{ code, message }] })
  return { id, answer: refusal }
}

/** Records the read and uses up what attests it. Answers the id of its access event. */
async function grantRead(context: WriteContext, asked: Asked, attestation: Attestation | null): Promise<string> {
  const now = context.clock.now()
  if (attestation) await markAttested(asked.locked, asked.card, now)
  if (attestation?.grant) await consumeGrant(asked.locked, attestation.grant, now)
  const attestsItself = attestation !== null && attestation.grant === null
  const { id } = await recordAccess(context, { ...asked, obstacles: [], ...(attestsItself ? { consumedAt: now } : {}) })
  return id
}

/** What attests this read: a live grant, or this call itself where it names both intent and purpose. */
type Attestation = { readonly grant: AccessEvent | null }

async function attestationOf(
  context: WriteContext,
  card: Card,
  asked: { intent: IntentState | null; purpose: string | undefined },
): Promise<Attestation | null> {
  const grant = await fittingGrant(context, card.id, asked.intent?.id)
  if (grant) return { grant }
  return asked.intent && asked.purpose !== undefined ? { grant: null } : null
}

/** A grant for another intent than the one that is named attests nothing here. */
async function fittingGrant({ tx, clock }: WriteContext, cardId: string, intentId: string | undefined) {
  const now = clock.now()
  const withoutIntent = () => firstLiveGrantFor(tx, { cardId, intentId: null }, now)
  if (intentId === undefined) return (await withoutIntent()) ?? firstLiveGrant(tx, cardId, now)
  return (await firstLiveGrantFor(tx, { cardId, intentId }, now)) ?? withoutIntent()
}

/** Milliseconds until the number may be read again: so many reads in any trailing hour, and no more. */
async function waitForRead({ tx, clock, settings }: WriteContext, card: Card): Promise<number> {
  const now = clock.now()
  const reads = await readsSince(tx, card.id, now - HOUR_MS)
  const oldestThatCounts = reads.at(-settings.credentialReadsPerHour)
  return oldestThatCounts === undefined ? 0 : oldestThatCounts + HOUR_MS - now
}
