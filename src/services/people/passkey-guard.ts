import { ApiError } from '../../contract/errors.ts'
import { MAX_PASSKEYS, type PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { inAuditedTransaction, type AuditedTx } from '../../store/audit/trail.ts'
import type { Db } from '../../store/connection/db.ts'
import { passkeysOf } from '../../store/people/passkeys.ts'
import { lockPerson } from '../../store/people/people.ts'
import type { PersonRow } from '../../store/rows/people-tables.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { ReadOperationContext, CommittedRefusal } from '../request/context.ts'
import { type PersonConfirmedChange, refusalUnlessPasskeyConfirmed } from './confirmations.ts'
import { anotherPassword, checkOwnPassword } from './own-password.ts'
import { isPasskeyActive } from './passkey-use.ts'
import { useProviderConfirmation } from './provider/provider-sign-ins.ts'
import { signedInPerson } from './signed-in.ts'

/** The proofs of who the caller is. A request that changes the caller's passkeys has to contain one of them. */
interface Given {
  readonly proof?: PasskeyAssertion
  readonly password?: string
  /** The secret of a fresh sign-in at the provider, for a person without a password. */
  readonly confirmation?: string
}

export interface ConfirmedOwnPasskeyChange {
  readonly person: PersonRow
  /**
   * True: a passkey has confirmed the change of passkeys. False: the password or the provider did, because the person had no active
   * passkey.
   */
  readonly byPasskey: boolean
}

const WHY = 'A change of your passkeys has to be confirmed with a passkey that you have already.'

/**
 * Makes a change of the caller's own passkeys after it was confirmed: by an active passkey, or where there is none by the password or a
 * fresh sign-in at the provider. A session alone is not enough. The password is checked before the person is locked, because the check
 * takes longer than a row may be locked. Resolves with a refusal where the confirmation is missing.
 */
export async function changeOwnPasskeys<T>(
  context: ReadOperationContext,
  { proof, password, confirmation, ...change }: PersonConfirmedChange & Given,
  make: (writing: AuditedTx, guard: ConfirmedOwnPasskeyChange) => Promise<T>,
): Promise<T | CommittedRefusal> {
  const { db, database, ids, vault, act, principal, clock } = context
  const { id } = signedInPerson(principal)
  const hasActive = async (from: Db) =>
    (await passkeysOf(from, id, MAX_PASSKEYS)).some((passkey) => isPasskeyActive(passkey, clock.now()))
  const byPasskey = await hasActive(db)
  const byProvider = !byPasskey && principal.person?.signsInBy === 'provider'
  const known = byPasskey || byProvider ? null : await checkOwnPassword(context, 'password', password)
  const answer = await inAuditedTransaction(database, { ids, vault, act }, async (writing) => {
    const person = objectOr404(await lockPerson(writing.tx, principal.accountId, id), 'person_not_found')
    // A person may make two first passkeys at once. The second one has to be confirmed with the first.
    if ((await hasActive(writing.tx)) !== byPasskey) throw new ApiError('passkey_refused')
    if (known !== null && known.password !== person.password) throw anotherPassword('password')
    if (byProvider) await useProviderConfirmation(writing.tx, context, { confirmation, personId: id })
    const refusal = byPasskey
      ? await refusalUnlessPasskeyConfirmed({ ...context, ...writing }, change, { proof, message: WHY })
      : null
    return refusal ?? make(writing, { person, byPasskey })
  })
  context.wakeDispatcher()
  return answer
}
