import { policyDefaults } from '../../contract/policy-sheet/defaults.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { findAccessEvent, listAccessEvents } from '../../store/numbers/access-events.ts'
import { findCard } from '../../store/cards/cards.ts'
import { checkCardNumberAccess, familyOfNumber } from './access-checks.ts'
import { recordCardNumberAccess } from './access-record.ts'
import { AlreadyExistingAnswer, type ReadOperationService, type WriteOperationService } from '../request/context.ts'
import { createNumberSession, getCardDetails } from './card-details.ts'
import { createDetailsOptions } from './number-proofs.ts'
import { everyRequestHandler, readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { paginate } from '../request/pagination.ts'
import { accessEventApiAnswer } from '../../domain/access.ts'

/** Attests to a purpose before a card number is read (contract, section 7). A refusal is answered with 200 and stored. */
const requestCardAccess: WriteOperationService<'requestCardAccess'> = async (context, { params, body }) => {
  const { clock } = context
  const { family, intentId } = await familyOfNumber(context, params.cardId, body.intentId)
  const { obstacles, intent, effective } = await checkCardNumberAccess(context, family, intentId)
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
    return new AlreadyExistingAnswer(accessEventApiAnswer(await recordCardNumberAccess(context, attested), now))
  const windowMinutes = effective.policy.attestationWindowMinutes ?? policyDefaults.attestationWindowMinutes
  const granted = await recordCardNumberAccess(context, { ...attested, expiresAt: now + windowMinutes * MINUTE_MS })
  return accessEventApiAnswer(granted, now)
}

const listCardAccessEvents: ReadOperationService<'listCardAccessEvents'> = async (context, { params, query }) => {
  const { db, clock, principal } = context
  const card = objectOr404(await findCard(db, principal, params.cardId), 'card_not_found')
  const now = clock.now()
  return paginate(context, {
    name: 'listCardAccessEvents',
    query,
    params,
    load: (page) => listAccessEvents(db, card.id, page),
    view: (event) => accessEventApiAnswer(event, now),
  })
}

const getAccessEvent: ReadOperationService<'getAccessEvent'> = async ({ db, principal, clock }, { params }) =>
  accessEventApiAnswer(
    objectOr404(await findAccessEvent(db, principal, params.accessEventId), 'access_event_not_found'),
    clock.now(),
  )

export const cardNumberAccessHandlers = {
  getCardDetails: everyRequestHandler(getCardDetails),
  createNumberSession: everyRequestHandler(createNumberSession),
  createDetailsOptions: writeOperationHandler(createDetailsOptions),
  requestCardAccess: writeOperationHandler(requestCardAccess),
  listCardAccessEvents: readOperationHandler(listCardAccessEvents),
  getAccessEvent: readOperationHandler(getAccessEvent),
}
