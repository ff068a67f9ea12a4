import { ApiError } from '../../contract/errors.ts'
import { MAX_PASSKEYS, type PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { changing, type Writing } from '../../store/audit/trail.ts'
import type { Db } from '../../store/connection/db.ts'
import { passkeysOf } from '../../store/people/passkeys.ts'
import { lockPerson } from '../../store/people/people.ts'
import type { PersonRow } from '../../store/rows/people-tables.ts'
import { found } from '../input/ownership.ts'
import type { ReadContext, Refusal } from '../request/context.ts'
import { type Change, unconfirmed } from './confirmations.ts'
import { anotherPassword, checkOwnPassword } from './own-password.ts'
import { isActive } from './passkey-use.ts'
import { useConfirmation } from './provider/provider-sign-ins.ts'
import { signedIn } from './signed-in.ts'

/** What came along with the request. */
interface Given {
  readonly proof?: PasskeyAssertion
  readonly password?: string
  /** Of a fresh sign-in at the provider, where the person has no password. */
  readonly confirmation?: string
}

export interface Guarded {
  readonly person: PersonRow
  /** Whether a passkey has confirmed it. Else the password or the provider has: it was all that there was. */
  readonly byPasskey: boolean
}

const WHY = 'A change of your passkeys has to be confirmed with a passkey that you have already.'

/**
 * Changes somebody's own passkeys, confirmed by one of them, or where none of theirs confirms by the password, or by a sign-in anew at
 * their provider: a session alone changes none. The password is checked before the person is locked: that takes longer than a lock may.
 */
export async function guarded<T>(
  context: ReadContext,
  { proof, password, confirmation, ...change }: Change & Given,
  make: (writing: Writing, guard: Guarded) => Promise<T>,
): Promise<T | Refusal> {
  const { db, database, ids, vault, act, principal, clock } = context
  const { id } = signedIn(principal)
  const hasActive = async (from: Db) =>
    (await passkeysOf(from, id, MAX_PASSKEYS)).some((passkey) => isActive(passkey, clock.now()))
  const byPasskey = await hasActive(db)
  const byProvider = !byPasskey && principal.person?.signsInBy === 'provider'
  const known = byPasskey || byProvider ? null : await checkOwnPassword(context, 'password', password)
  const answer = await changing(database, { ids, vault, act }, async (writing) => {
    const person = found(await lockPerson(writing.tx, principal.accountId, id), 'person_not_found')
    // Of two first passkeys at once the second has to be confirmed by the first.
    if ((await hasActive(writing.tx)) !== byPasskey) throw new ApiError('passkey_refused')
    if (known !== null && known.password !== person.password) throw anotherPassword('password')
    if (byProvider) await useConfirmation(writing.tx, context, { confirmation, personId: id })
    const refusal = byPasskey ? await unconfirmed({ ...context, ...writing }, change, { proof, message: WHY }) : null
    return refusal ?? make(writing, { person, byPasskey })
  })
  context.wakeDispatcher()
  return answer
}
