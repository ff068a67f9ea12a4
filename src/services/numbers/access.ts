import { policyDefaults } from '../../contract/policy-sheet/defaults.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { findAccessEvent, listAccessEvents } from '../../store/numbers/access-events.ts'
import { findCard } from '../../store/cards/cards.ts'
import { checkNumberAccess, familyOfNumber } from './access-checks.ts'
import { recordNumberAccess } from './access-record.ts'
import { AlreadyExistingAnswer, type ReadService, type WriteService } from '../request/context.ts'
import { createNumberSession, getCardDetails } from './card-details.ts'
import { createDetailsOptions } from './number-proofs.ts'
import { everyRequestHandler, readHandler, writeHandler } from '../request/handler.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { paginate } from '../request/pagination.ts'
import { accessEventAnswer } from '../../domain/access.ts'

/** Attests to a purpose before a card number is read (contract, section 7). A refusal is answered with 200 and stored. */
const requestCardAccess: WriteService<'requestCardAccess'> = async (context, { params, body }) => {
  const { clock } = context
  const { family, intentId } = await familyOfNumber(context, params.cardId, body.intentId)
  const { obstacles, intent, effective } = await checkNumberAccess(context, family, intentId)
  const attested = {
    locked: family.locked,
    card: family.card,
    kind: 'grant',
    intentId: intent?.id ?? null,
    purpose: body.purpose,
    expectedAmount: body.expectedAmount,
    merchant: body.merchant,
    obstacles,
  } as const
  const now = clock.now()
  if (obstacles.length > 0)
    return new AlreadyExistingAnswer(accessEventAnswer(await recordNumberAccess(context, attested), now))
  const windowMinutes = effective.policy.attestationWindowMinutes ?? policyDefaults.attestationWindowMinutes
  const granted = await recordNumberAccess(context, { ...attested, expiresAt: now + windowMinutes * MINUTE_MS })
  return accessEventAnswer(granted, now)
}

const listCardAccessEvents: ReadService<'listCardAccessEvents'> = async (context, { params, query }) => {
  const { db, clock, principal } = context
  const card = objectOr404(await findCard(db, principal, params.cardId), 'card_not_found')
  const now = clock.now()
  return paginate(context, {
    name: 'listCardAccessEvents',
    query,
    params,
    load: (page) => listAccessEvents(db, card.id, page),
    view: (event) => accessEventAnswer(event, now),
  })
}

const getAccessEvent: ReadService<'getAccessEvent'> = async ({ db, principal, clock }, { params }) =>
  accessEventAnswer(
    objectOr404(await findAccessEvent(db, principal, params.accessEventId), 'access_event_not_found'),
    clock.now(),
  )

export const accessHandlers = {
  getCardDetails: everyRequestHandler(getCardDetails),
  createNumberSession: everyRequestHandler(createNumberSession),
  createDetailsOptions: writeHandler(createDetailsOptions),
  requestCardAccess: writeHandler(requestCardAccess),
  listCardAccessEvents: readHandler(listCardAccessEvents),
  getAccessEvent: readHandler(getAccessEvent),
}
