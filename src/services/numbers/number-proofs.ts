import { ApiError } from '../../contract/errors.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import { MAX_PASSKEYS } from '../../contract/resources/passkeys.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import { findCard } from '../../store/cards/cards.ts'
import { passkeysOf } from '../../store/people/passkeys.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { passkeyConfirmationOptions, confirmingPasskey } from '../people/confirmations.ts'
import { takePasskeyAnswer, type PasskeyStatement } from '../people/passkey-challenges.ts'
import { isPasskeyActive } from '../people/passkey-use.ts'
import { signedInPerson } from '../people/signed-in.ts'
import {
  type Principal,
  CommittedRefusal,
  type WriteOperationContext,
  type WriteOperationService,
} from '../request/context.ts'

type Look = Pick<OperationInputOf<'createDetailsOptions'>, 'params' | 'body'>
type ConfirmedLook = Pick<OperationInputOf<'getCardDetails'>, 'params' | 'body'> & {
  readonly body: { readonly sealTo?: string }
}
type ReadStatement = Extract<PasskeyStatement, { purpose: 'card_number' }>

/** The statement that a person signs: it contains the intent, purpose and filler of the request, so that it confirms only this read. */
const readStatement = ({ accountId, id }: Principal, { params, body }: Look): ReadStatement => ({
  purpose: 'card_number',
  accountId,
  personId: id,
  cardId: params.cardId,
  intentId: body.intentId ?? null,
  reason: body.purpose ?? null,
  sealTo: body.sealTo ?? null,
})

export const createDetailsOptions: WriteOperationService<'createDetailsOptions'> = async (context, look) => {
  const { tx, principal } = context
  signedInPerson(principal)
  objectOr404(await findCard(tx, principal, look.params.cardId), 'card_not_found')
  return passkeyConfirmationOptions(context, readStatement(principal, look))
}

/**
 * The id of the passkey that a person has confirmed a read with; null where no confirmation is needed (see `hasToConfirmNumberRead`). The signed
 * challenge is used up in the transaction of the read, even if the read is refused later.
 */
export async function confirmedNumberRead(
  context: WriteOperationContext,
  look: ConfirmedLook,
): Promise<string | null | CommittedRefusal> {
  const { proof } = look.body
  if (proof === undefined)
    return (await hasToConfirmNumberRead(context)) ? new CommittedRefusal('passkey_required', WHAT_TO_DO) : null
  const agreed = readStatement(context.principal, look)
  try {
    const { purpose } = agreed
    const answer = await takePasskeyAnswer(context.tx, context, { purpose, clientData: proof.clientData })
    return (await confirmingPasskey(context.tx, context, { agreed, proof, answer })).id
  } catch (error) {
    if (error instanceof ApiError && error.code === 'passkey_refused') return new CommittedRefusal('passkey_refused')
    throw error
  }
}

const WHAT_TO_DO = {
  message: 'A person has to confirm this look at a card number with a passkey of theirs.',
  hint: 'Ask for `POST /cards/{cardId}/details-options` with the same `intentId` and `purpose` (and `sealTo`), sign its challenge, and send the answer as `proof`. Who has no passkey makes one in the settings of the dashboard.',
}

/**
 * Whether the caller has to confirm a read with a passkey. A person has to if they have an active passkey, or if the account requires
 * passkeys for card numbers. An API key never has to.
 */
export async function hasToConfirmNumberRead({ tx, principal, clock }: WriteOperationContext): Promise<boolean> {
  if (principal.person === null) return false
  const own = await passkeysOf(tx, principal.id, MAX_PASSKEYS)
  if (own.some((passkey) => isPasskeyActive(passkey, clock.now()))) return true
  return (await findAccount(tx, principal.accountId)).numbers_need_passkey
}
