import { present } from '../../lib/assert.ts'
import { findIssuerCall, hurryIssuerCall, retryIssuerCall } from '../../store/issuer-calls/issuer-calls.ts'
import { findHolder, renewHolder } from '../../store/issuers/issuer-holders.ts'
import { lockCard } from './card-transitions.ts'
import { lockedCardView } from './card-view.ts'
import type { WriteService } from '../request/context.ts'
import { holderRequest } from '../issuers/begin-card.ts'

/** Repeats the failed or waiting call about a card at its issuer, with the customer's current data. */
export const retryCardIssuer: WriteService<'retryCardIssuer'> = async (context, { params }) => {
  const { locked, card, customer } = await lockCard(context, params.cardId)
  const { issuer } = card
  if (issuer === null) return lockedCardView(context, card)
  const call = present(await findIssuerCall(context.tx, card.id), 'an issuer is called about its cards')
  await (call.failed ? retryIssuerCall(locked, card.id) : hurryIssuerCall(locked, card.id))
  if (call.failed && call.card_token === null) {
    const of = { customer_id: customer.id, account_id: customer.accountId, issuer }
    const holder = await findHolder(context.tx, of)
    if (holder !== undefined)
      await renewHolder(locked, { ...of, request: holderRequest(customer, card.billing ?? holder.request.billing) })
  }
  return lockedCardView(context, card)
}
