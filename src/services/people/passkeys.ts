import { ApiError } from '../../contract/errors.ts'
import { MAX_PASSKEYS, type NewPasskey } from '../../contract/resources/passkeys.ts'
import { HOUR_MS } from '../../lib/clock.ts'
import { timeOfId } from '../../lib/ids.ts'
import type { AuditedTx } from '../../store/audit/trail.ts'
import {
  confirmPasskey as confirmRow,
  deletePasskey as deleteRow,
  findOwnPasskey,
  insertPasskey,
  listPasskeys as listRows,
  lockPasskey,
  passkeysOf,
  renamePasskey as renameRow,
} from '../../store/people/passkeys.ts'
import { findPerson } from '../../store/people/people.ts'
import type { PasskeyRow, PersonRow } from '../../store/rows/people-tables.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { NodeDeps, ReadOperationContext, ReadOperationService, WriteOperationService } from '../request/context.ts'
import { multiTransactionOperationHandler, readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { paginate } from '../request/pagination.ts'
import { refusalUnlessPasskeyConfirmed } from './confirmations.ts'
import { takePasskeyAnswer } from './passkey-challenges.ts'
import { checkPasskeyRegistration, credentialIdOfAttestation, passkeySiteOf } from './passkey-checks.ts'
import { changeOwnPasskeys } from './passkey-guard.ts'
import { passkeyCreationOptions } from './passkey-options.ts'
import { isPasskeyActive } from './passkey-use.ts'
import { requireOwner } from './people.ts'
import { passkeyMac, rowWithMac } from '../../store/people/person-proof.ts'
import { passkeyView } from './person-view.ts'
import { ownSessionPerson } from './sessions.ts'
import { signedInPerson } from './signed-in.ts'
import { notifyOfPasskeys } from './passkey-notices.ts'

const createPasskeyOptions: WriteOperationService<'createPasskeyOptions'> = async (context) => {
  const person = signedInPerson(context.principal)
  return passkeyCreationOptions(context, { purpose: 'registration', personId: person.id }, person)
}

/**
 * Makes a passkey. Its registration is checked only after the change is confirmed, so that an unconfirmed try does not use up the
 * challenge.
 */
const createPasskey: ReadOperationService<'createPasskey'> = async (context, { body }) => {
  const { clock, settings } = context
  const { name, clientData, attestationObject, ...given } = body
  const person = signedInPerson(context.principal)
  const becomes = { name, credentialId: await credentialIdOfAttestation(attestationObject) }
  return changeOwnPasskeys(
    context,
    { operation: 'createPasskey', resourceId: null, becomes, ...given },
    async (writing, guard) => {
      const { challenge, agreed } = await takePasskeyAnswer(writing.tx, context, {
        purpose: 'registration',
        clientData,
      })
      if (agreed.personId !== person.id) throw new ApiError('passkey_refused')
      const made = await checkPasskeyRegistration(
        { clientData, attestationObject },
        { challenge, site: passkeySiteOf(context) },
      )
      const now = clock.now()
      const waitsUntil = guard.byPasskey ? null : now + settings.passkeyWaitHours * HOUR_MS
      return passkeyView(await storePasskey({ ...context, ...writing }, guard.person, { name, made, waitsUntil }), now)
    },
  )
}

type Keeping = AuditedTx & Pick<NodeDeps, 'vault' | 'clock' | 'settings'> & Pick<ReadOperationContext, 'from'>

interface Kept extends Pick<NewPasskey, 'name'> {
  readonly made: Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter'>
  readonly waitsUntil: number | null
}

/**
 * Stores a new passkey, and notifies webhooks and the person. Throws `passkey_exists` for a known passkey and for a person who has
 * `MAX_PASSKEYS`.
 */
export async function storePasskey(
  context: Keeping,
  person: Pick<PersonRow, 'id' | 'account_id' | 'email'>,
  { name, made, waitsUntil }: Kept,
): Promise<PasskeyRow> {
  const { tx, ids, vault } = context
  if ((await passkeysOf(tx, person.id, MAX_PASSKEYS)).length === MAX_PASSKEYS) throw new ApiError('passkey_exists')
  const id = ids('pky')
  const row = {
    id,
    account_id: person.account_id,
    person_id: person.id,
    name,
    ...made,
    host: passkeySiteOf(context).rpId,
    created_at: timeOfId(id),
    last_used_at: null,
    waits_until: waitsUntil,
  }
  const passkey = rowWithMac(row, passkeyMac(vault, row))
  if (!(await insertPasskey(context, passkey))) throw new ApiError('passkey_exists')
  await notifyOfPasskeys(context, person, { change: 'created', passkeys: [passkey] })
  return passkey
}

const listPasskeys: ReadOperationService<'listPasskeys'> = async (context, { query }) => {
  const person = await ownSessionPerson(context, query.personId ?? context.principal.id)
  const now = context.clock.now()
  return paginate(context, {
    name: 'listPasskeys',
    query,
    load: (page) => listRows(context.db, person, page),
    view: (row: PasskeyRow) => passkeyView(row, now),
  })
}

/** The passkey of the caller with this id. Throws `passkey_not_found` for another person's passkey, too. */
const ownPasskey = async ({ db, principal }: ReadOperationContext, id: string): Promise<PasskeyRow> =>
  objectOr404(await findOwnPasskey(db, signedInPerson(principal).id, id), 'passkey_not_found')

const renamePasskey: ReadOperationService<'renamePasskey'> = async (context, { params, body: { name, ...given } }) => {
  const { id } = await ownPasskey(context, params.passkeyId)
  const change = { operation: 'renamePasskey', resourceId: id, becomes: { name }, ...given } as const
  return changeOwnPasskeys(context, change, async (writing, { person }) => {
    const before = objectOr404(await lockPasskey(writing.tx, person.account_id, id), 'passkey_not_found')
    const after = { ...before, name }
    await renameRow(writing, before, after)
    await notifyOfPasskeys({ ...context, ...writing }, person, { change: 'renamed', passkeys: [after] })
    return passkeyView(after, context.clock.now())
  })
}

const deletePasskey: ReadOperationService<'deletePasskey'> = async (context, { params, body }) => {
  const { id } = await ownPasskey(context, params.passkeyId)
  const change = { operation: 'deletePasskey', resourceId: id, becomes: null, ...body } as const
  return changeOwnPasskeys(context, change, async (writing, { person }) => {
    const passkey = objectOr404(await lockPasskey(writing.tx, person.account_id, id), 'passkey_not_found')
    await deleteRow(writing, passkey)
    await notifyOfPasskeys({ ...context, ...writing }, person, { change: 'deleted', passkeys: [passkey] })
    return { id, ended: true }
  })
}

const WHY_AGREE = 'An owner has to confirm with a passkey of their own that this one may confirm from now on.'

/** Ends the wait of a first passkey: an owner, who knows from elsewhere that the person made it, confirms it with a passkey. */
const confirmPasskey: WriteOperationService<'confirmPasskey'> = async (context, { params, body }) => {
  const { tx, principal, clock, vault } = context
  requireOwner(principal)
  const person = objectOr404(await findPerson(tx, principal.accountId, params.personId), 'passkey_not_found')
  const passkey = objectOr404(await lockPasskey(tx, principal.accountId, params.passkeyId), 'passkey_not_found')
  if (passkey.person_id !== person.id) throw new ApiError('passkey_not_found')
  if (isPasskeyActive(passkey, clock.now())) return passkeyView(passkey, clock.now())
  const becomes = { personId: person.id, name: passkey.name, credentialId: passkey.credential_id.toString('base64url') }
  const change = { operation: 'confirmPasskey', resourceId: passkey.id, becomes } as const
  const refusal = await refusalUnlessPasskeyConfirmed(context, change, { proof: body.proof, message: WHY_AGREE })
  if (refusal !== null) return refusal
  const good = { ...passkey, waits_until: null }
  const saved = rowWithMac(good, passkeyMac(vault, good))
  await confirmRow(context, saved)
  await notifyOfPasskeys(context, person, { change: 'confirmed', passkeys: [saved] })
  return passkeyView(saved, clock.now())
}

export const passkeyHandlers = {
  createPasskeyOptions: writeOperationHandler(createPasskeyOptions),
  createPasskey: multiTransactionOperationHandler(createPasskey),
  listPasskeys: readOperationHandler(listPasskeys),
  renamePasskey: multiTransactionOperationHandler(renamePasskey),
  deletePasskey: multiTransactionOperationHandler(deletePasskey),
  confirmPasskey: writeOperationHandler(confirmPasskey),
}
