import type { OperationOutputOf } from '../../contract/operations.ts'
import { SEALED_NUMBER_LIFE_MINUTES } from '../../contract/resources/fillers.ts'
import type { IssuerCardNumber } from '../../issuers/issuer.ts'
import { MINUTE_MS, isoTimestamp } from '../../lib/clock.ts'
import { findCard } from '../../store/cards/cards.ts'
import { findFiller } from '../../store/numbers/fillers.ts'
import type { FillerState } from '../../store/rows/access-tables.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { discloseCardNumber, type DisclosedCardNumber } from './card-details.ts'
import { sealForPublicKey } from './jwe.ts'
import { confirmedNumberRead } from './number-proofs.ts'
import { cardNumberSource } from './number-sources.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { WriteOperationContext } from '../request/context.ts'
import type { EveryRequestService } from '../request/handler.ts'
import { runOperationAtEveryRequest } from '../request/run-anew.ts'

/**
 * Reads a card number for a filler of the card's agent. The read is checked, counted and recorded like any other, and the number is sealed
 * for the filler before it leaves the service (contract, section 7).
 */
export const sealCardDetails: EveryRequestService<'sealCardDetails'> = (context, { params, body }, claim) =>
  runOperationAtEveryRequest(context, claim, async (replayOf) => {
    const filler = await fillerOfCard(context, params.cardId, body.sealTo)
    const confirm = () => confirmedNumberRead(context, { params, body })
    return discloseCardNumber(
      context,
      { params, body, replayOf, toAgent: true, sourceOf: cardNumberSource, confirm },
      (read) => sealed(context, { filler, cardId: params.cardId }, read),
    )
  })

/** The filler with this id of the card's agent. Throws `filler_not_found` for the filler of another agent, too. */
async function fillerOfCard(
  { tx, principal }: WriteOperationContext,
  cardId: string,
  id: string,
): Promise<FillerState> {
  const card = objectOr404(await findCard(tx, principal, cardId), 'card_not_found')
  const filler = await findFiller(tx, principal, id)
  return objectOr404(filler?.agentId === card.agentId ? filler : undefined, 'filler_not_found')
}

async function sealed(
  { clock }: WriteOperationContext,
  { filler, cardId }: { filler: FillerState; cardId: string },
  { intent, shown, accessEventId }: DisclosedCardNumber<IssuerCardNumber>,
): Promise<OperationOutputOf<'sealCardDetails'>> {
  const expiresAt = isoTimestamp(clock.now() + SEALED_NUMBER_LIFE_MINUTES * MINUTE_MS)
  const payload = { ...shown, cardId, ...purposeOf(intent), expiresAt }
  const header = { kid: filler.id, cty: 'application/json' }
  return {
    cardId,
    sealed: await sealForPublicKey(filler.publicKey, { header, payload: JSON.stringify(payload) }),
    last4: shown.pan.slice(-4),
    expiresAt,
    accessEventId,
  }
}

/** The intent and origin that the number may be entered for. The filler checks them. */
function purposeOf(intent: IntentState | null) {
  if (intent === null) return {}
  const { expectedOrigin } = intent.declared
  return { intentId: intent.id, ...(expectedOrigin === undefined ? {} : { expectedOrigin }) }
}
