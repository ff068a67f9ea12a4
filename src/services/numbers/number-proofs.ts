import { ApiError } from '../../contract/errors.ts'
import type { InputOf } from '../../contract/operations.ts'
import { MAX_PASSKEYS } from '../../contract/resources/passkeys.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import { findCard } from '../../store/cards/cards.ts'
import { passkeysOf } from '../../store/people/passkeys.ts'
import { found } from '../input/ownership.ts'
import { askToConfirm, passkeyOf } from '../people/confirmations.ts'
import { answered, type Statement } from '../people/passkey-challenges.ts'
import { isActive } from '../people/passkey-use.ts'
import { signedIn } from '../people/signed-in.ts'
import { type Principal, Refusal, type WriteContext, type WriteService } from '../request/context.ts'

type Look = Pick<InputOf<'createDetailsOptions'>, 'params' | 'body'>
type ConfirmedLook = Pick<InputOf<'getCardDetails'>, 'params' | 'body'> & {
  readonly body: { readonly sealTo?: string }
}
type Agreed = Extract<Statement, { purpose: 'card_number' }>

/** The intent, the reason and the filler as they were sent: whoever agrees to one look agrees to no other. */
const agreedTo = ({ accountId, id }: Principal, { params, body }: Look): Agreed => ({
  purpose: 'card_number',
  accountId,
  personId: id,
  cardId: params.cardId,
  intentId: body.intentId ?? null,
  reason: body.purpose ?? null,
  sealTo: body.sealTo ?? null,
})

export const createDetailsOptions: WriteService<'createDetailsOptions'> = async (context, look) => {
  const { tx, principal } = context
  signedIn(principal)
  found(await findCard(tx, principal, look.params.cardId), 'card_not_found')
  return askToConfirm(context, agreedTo(principal, look))
}

/**
 * The passkey with which a person has confirmed this look, or null where nobody has to: keys cannot, and of people those do who have a
 * passkey, or all where the account wants it. What was signed is used up within the transaction of the look, also where it is refused.
 */
export async function confirmedLook(context: WriteContext, look: ConfirmedLook): Promise<string | null | Refusal> {
  const { proof } = look.body
  if (proof === undefined) return (await hasToConfirm(context)) ? new Refusal('passkey_required', WHAT_TO_DO) : null
  const agreed = agreedTo(context.principal, look)
  try {
    const { purpose } = agreed
    const answer = await answered(context.tx, context, { purpose, clientData: proof.clientData })
    return (await passkeyOf(context.tx, context, { agreed, proof, answer })).id
  } catch (error) {
    if (error instanceof ApiError && error.code === 'passkey_refused') return new Refusal('passkey_refused')
    throw error
  }
}

const WHAT_TO_DO = {
  message: 'A person has to confirm this look at a card number with a passkey of theirs.',
  hint: 'Ask for `POST /cards/{cardId}/details-options` with the same `intentId` and `purpose` (and `sealTo`), sign its challenge, and send the answer as `proof`. Who has no passkey makes one in the settings of the dashboard.',
}

/** Of people those do who have a passkey that confirms, or all where the account wants it. Keys cannot. */
export async function hasToConfirm({ tx, principal, clock }: WriteContext): Promise<boolean> {
  if (principal.person === null) return false
  const own = await passkeysOf(tx, principal.id, MAX_PASSKEYS)
  if (own.some((passkey) => isActive(passkey, clock.now()))) return true
  return (await findAccount(tx, principal.accountId)).numbers_need_passkey
}
