import { ApiError } from '../../contract/errors.ts'
import { CHALLENGE_LIFE_MINUTES, MAX_PASSKEYS } from '../../contract/passkeys.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { timeOf } from '../../lib/ids.ts'
import {
  deletePasskey as deleteRow,
  insertPasskey,
  listPasskeys as listRows,
  lockPasskey,
  passkeysOf,
} from '../../store/people/passkeys.ts'
import { findPerson, lockPerson } from '../../store/people/people.ts'
import type { PasskeyRow } from '../../store/people/people-tables.ts'
import { found } from '../ownership.ts'
import type { Principal, ReadService, WriteService } from '../request/context.ts'
import { read, write } from '../request/handler.ts'
import { paginate } from '../request/pagination.ts'
import { answered, ask } from './passkey-challenges.ts'
import { ALGORITHMS, checkRegistration, relyingParty } from './passkey-checks.ts'
import { onlyOwners } from './people.ts'
import { passkeyMac, proven } from './person-proof.ts'
import { passkeyView } from './person-view.ts'
import { whoseOwn } from './sessions.ts'

/** The person who asks. Throws `person_required`. */
export function signedIn({ id, name, person }: Principal) {
  if (person === null) throw new ApiError('person_required')
  return { id, name, email: person.email }
}

/** Passkeys as a browser is told of them. */
export const descriptors = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map(({ credential_id: id }) => ({ type: 'public-key', id: id.toString('base64url') }))

export const TIMEOUT_MS = CHALLENGE_LIFE_MINUTES * MINUTE_MS

const createPasskeyOptions: WriteService<'createPasskeyOptions'> = async (context) => {
  const { tx, principal, from } = context
  const person = signedIn(principal)
  const { challenge, ...asked } = await ask(tx, context, { purpose: 'registration', personId: person.id })
  const options = {
    challenge,
    rp: { id: relyingParty(from.host), name: 'Purser' },
    user: { id: Buffer.from(person.id).toString('base64url'), name: person.email, displayName: person.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    // Found by the authenticator itself, so that nobody has to type who they are; and it asks who holds it.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: descriptors(await passkeysOf(tx, person.id, MAX_PASSKEYS)),
  }
  return { options, ...asked }
}

const createPasskey: WriteService<'createPasskey'> = async (context, { body }) => {
  const { tx, ids, vault, principal, from } = context
  const person = signedIn(principal)
  const { challenge, agreed } = await answered(tx, context, { purpose: 'registration', clientData: body.clientData })
  if (agreed.personId !== person.id) throw new ApiError('passkey_refused')
  const made = await checkRegistration(body, { challenge, host: from.host })
  found(await lockPerson(tx, principal.accountId, person.id), 'person_not_found')
  if ((await passkeysOf(tx, person.id, MAX_PASSKEYS)).length === MAX_PASSKEYS) throw new ApiError('passkey_exists')
  const id = ids('pky')
  const row = {
    id,
    account_id: principal.accountId,
    person_id: person.id,
    name: body.name,
    ...made,
    host: relyingParty(from.host),
    created_at: timeOf(id),
    last_used_at: null,
  }
  const passkey = proven(row, passkeyMac(vault, row))
  if (!(await insertPasskey(context, passkey))) throw new ApiError('passkey_exists')
  return passkeyView(passkey)
}

const listPasskeys: ReadService<'listPasskeys'> = async (context, { query }) => {
  const person = await whoseOwn(context, query.personId ?? context.principal.id)
  return paginate(context, {
    name: 'listPasskeys',
    query,
    load: (page) => listRows(context.db, person, page),
    view: passkeyView,
  })
}

const deletePasskey: WriteService<'deletePasskey'> = async (context, { params }) => {
  const { tx, principal } = context
  const passkey = found(await lockPasskey(tx, principal.accountId, params.passkeyId), 'passkey_not_found')
  if (passkey.person_id !== principal.id) {
    if (principal.role !== 'admin') throw new ApiError('passkey_not_found')
    if ((await findPerson(tx, principal.accountId, passkey.person_id))?.role === 'owner') onlyOwners(principal)
  }
  await deleteRow(context, passkey)
  return { id: passkey.id, ended: true }
}

export const passkeyHandlers = {
  createPasskeyOptions: write(createPasskeyOptions),
  createPasskey: write(createPasskey),
  listPasskeys: read(listPasskeys),
  deletePasskey: write(deletePasskey),
}
