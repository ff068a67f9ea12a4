import { ApiError } from '../../contract/errors.ts'
import { MAX_PASSKEYS, type PasskeyAssertion } from '../../contract/passkeys.ts'
import type { Tx } from '../../store/db.ts'
import { passkeysOf } from '../../store/people/passkeys.ts'
import type { PasskeyRow } from '../../store/people/people-tables.ts'
import type { Deps, Origin, WriteContext } from '../request/context.ts'
import { type Answered, ask, type Statement } from './passkey-challenges.ts'
import { relyingParty } from './passkey-checks.ts'
import { usePasskey } from './passkey-use.ts'
import { descriptors, TIMEOUT_MS } from './passkeys.ts'

/** What one person agrees to, by one touch of a passkey of theirs. */
export type Agreed = Extract<Statement, { accountId: string }>

/** Asks a person for the touch, by those of their passkeys that work at this host. */
export async function askToConfirm(context: WriteContext, agreed: Agreed) {
  const { tx, from } = context
  const { challenge, ...asked } = await ask(tx, context, agreed)
  const rpId = relyingParty(from.host)
  const own = (await passkeysOf(tx, agreed.personId, MAX_PASSKEYS)).filter(({ host }) => host === rpId)
  const options = {
    challenge,
    rpId,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: descriptors(own),
  }
  return { options, ...asked }
}

type Confirming = Pick<Deps, 'vault' | 'clock'> & { readonly from: Pick<Origin, 'host'> }

interface Given {
  /** What is agreed to now. */
  readonly agreed: Agreed
  readonly proof: PasskeyAssertion
  /** What was asked for. */
  readonly answer: Answered
}

/** The passkey of the person who agreed, counted. Throws `passkey_refused` where they agreed to anything else. */
export async function passkeyOf(tx: Tx, context: Confirming, { agreed, proof, answer }: Given): Promise<PasskeyRow> {
  const asked: Readonly<Record<string, unknown>> = answer.agreed
  for (const [field, value] of Object.entries(agreed)) if (asked[field] !== value) throw new ApiError('passkey_refused')
  const { passkey, person } = await usePasskey(tx, context, { assertion: proof, challenge: answer.challenge })
  if (person.id !== agreed.personId) throw new ApiError('passkey_refused')
  return passkey
}
