import { ApiError, type ErrorExtras } from '../../contract/errors.ts'
import type { OperationName } from '../../contract/operations.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import type { Tx } from '../../store/connection/db.ts'
import type { PasskeyRow } from '../../store/rows/people-tables.ts'
import { type Deps, type Origin, type Principal, Refusal } from '../request/context.ts'
import { type Answered, answered, type Statement } from './passkey-challenges.ts'
import { isActive, usePasskey } from './passkey-use.ts'
import { requestOptions } from './passkey-options.ts'

/** What one person agrees to, by one touch of a passkey of theirs. */
export type Agreed = Extract<Statement, { accountId: string }>

type Confirming = Pick<Deps, 'vault' | 'clock' | 'settings'> & { readonly from: Pick<Origin, 'host'> }

/** Asks a person for the touch, by those of their passkeys that confirm and work at this host. */
export const askToConfirm = (context: Confirming & { readonly tx: Tx }, agreed: Agreed) =>
  requestOptions(context, agreed, (passkey) => isActive(passkey, context.clock.now()))

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
  for (const [field, value] of Object.entries(agreed)) {
    if (canonicalJson(asked[field]) !== canonicalJson(value)) throw new ApiError('passkey_refused')
  }
  const { passkey, person } = await usePasskey(tx, context, { assertion: proof, challenge: answer.challenge })
  if (person.id !== agreed.personId || !isActive(passkey, context.clock.now())) throw new ApiError('passkey_refused')
  return passkey
}

/** A change that a person has to confirm before it is made. */
export interface Change {
  readonly operation: OperationName
  /** Null: what is made has no id yet. */
  readonly resourceId: string | null
  /** What would become of it: whoever signs one change has signed no other. */
  readonly becomes: unknown
}

type ChangeContext = Confirming & { readonly tx: Tx; readonly principal: Principal }

/**
 * Null where the person who asks has confirmed this change by a passkey. Else the refusal, to be answered before anything is written:
 * `passkey_required` with what is to be signed in its `details`, or `passkey_refused`. What was signed is used up by then. Throws
 * `passkey_required` for an API key, which cannot give a proof.
 */
export async function unconfirmed(
  context: ChangeContext,
  change: Change,
  { proof, ...why }: { readonly proof: PasskeyAssertion | undefined } & Pick<ErrorExtras, 'message'>,
): Promise<Refusal | null> {
  const { tx, principal } = context
  const agreed: Agreed = { purpose: 'change', accountId: principal.accountId, personId: principal.id, ...change }
  if (principal.person === null) throw new ApiError('passkey_required', why)
  if (proof === undefined) {
    const details = await askToConfirm(context, agreed)
    const hint = details.options.allowCredentials.length === 0 ? noPasskey(context.settings) : WHAT_TO_DO
    return new Refusal('passkey_required', { ...why, hint, details })
  }
  const { clientData } = proof
  try {
    const answer = await answered(tx, context, { purpose: 'change', clientData })
    await passkeyOf(tx, context, { agreed, proof, answer })
    return null
  } catch (error) {
    if (error instanceof ApiError && error.code === 'passkey_refused') return new Refusal('passkey_refused')
    throw error
  }
}

/** Where nobody has a passkey yet, whoever may use the server's shell is the way out. */
const noPasskey = ({ passkeyWaitHours }: Confirming['settings']): string =>
  'You have no passkey that confirms here. Make one in the settings of the dashboard, under “You”: a first one confirms ' +
  `${passkeyWaitHours} hours later, or as soon as an owner with a passkey agrees to it. An admin’s API key, and the commands \`purser keys\` ` +
  'and `purser people` in the shell of the server, ask for none.'

const WHAT_TO_DO =
  'Sign the challenge in `details.options` with a passkey, and send the same request again with the answer as `proof`.'
