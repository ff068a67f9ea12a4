import { ApiError } from '../../contract/errors.ts'
import { findPerson, listPeople as listRows, lockOwners, lockPerson } from '../../store/people/people.ts'
import { endSessionsOfPerson } from '../../store/people/sessions.ts'
import type { PersonRow } from '../../store/rows/people-tables.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { personAuditChange } from '../../store/audit/audited-rows.ts'
import { unconfirmedPromotionRefusal } from './unconfirmed-rights.ts'
import type { Principal, ReadOperationService, WriteOperationService } from '../request/context.ts'
import { readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { paginate } from '../request/pagination.ts'
import { notePersonStatusChange } from './provider/disabled-identities.ts'
import { personView } from './person-view.ts'
import { savePerson } from './saving/save-person.ts'

const getSelf: ReadOperationService<'getSelf'> = async ({ principal }) => ({
  type: principal.person === null ? 'key' : 'person',
  id: principal.id,
  name: principal.name,
  role: principal.role,
  accountId: principal.accountId,
  ...(principal.agentId !== null && { agentId: principal.agentId }),
  ...(principal.person !== null && { personRole: principal.person.role, email: principal.person.email }),
  ...(principal.person !== null && { signsInBy: principal.person.signsInBy }),
})

const listPeople: ReadOperationService<'listPeople'> = (context, { query }) =>
  paginate(context, {
    name: 'listPeople',
    query,
    load: (page) =>
      listRows(context.db, context.principal.accountId, { ...page, status: query.status, search: query.search }),
    view: personView,
  })

const getPerson: ReadOperationService<'getPerson'> = async ({ db, principal }, { params }) =>
  personView(objectOr404(await findPerson(db, principal.accountId, params.personId), 'person_not_found'))

const updatePerson: WriteOperationService<'updatePerson'> = async (context, { params, body, query }) => {
  const { tx, principal } = context
  const owners = await lockOwners(tx, principal.accountId)
  const before = objectOr404(await lockPerson(tx, principal.accountId, params.personId), 'person_not_found')
  const after = { ...before, ...given(body) }
  if (before.role === 'owner' || after.role === 'owner') requireOwner(principal)
  const staysOwner = after.role === 'owner' && after.status === 'active'
  if (!staysOwner && owners.length === 1 && owners[0]?.id === before.id) throw new ApiError('last_owner')
  if (query.dryRun !== true) {
    const becomes = personAuditChange(before, after).changes
    const proposed = { operation: 'updatePerson', resourceId: before.id, becomes, proof: body.proof } as const
    const refusal = await unconfirmedPromotionRefusal(context, { before, after }, proposed)
    if (refusal !== null) return refusal
  }
  const saved = await savePerson(context, before, after)
  if (body.status !== undefined) await notePersonStatusChange(context, saved.id)
  if (saved.status !== 'active') await endSessionsOfPerson(context, saved.id, null)
  return personView(saved)
}

type Change = Partial<Pick<PersonRow, 'name' | 'role' | 'status'>>

const given = ({ name, role, status }: Partial<Record<keyof Change, unknown>>): Change => ({
  ...(name === undefined ? {} : { name: name as string }),
  ...(role === undefined ? {} : { role: role as PersonRow['role'] }),
  ...(status === undefined ? {} : { status: status as PersonRow['status'] }),
})

/**
 * Throws `owner_required` unless an owner is signed in or the shell calls. An admin's key is refused, so that it cannot gain more rights.
 */
export function requireOwner({ type, person }: Principal): void {
  if (type !== 'shell' && person?.role !== 'owner') throw new ApiError('owner_required')
}

export const peopleHandlers = {
  getSelf: readOperationHandler(getSelf),
  listPeople: readOperationHandler(listPeople),
  getPerson: readOperationHandler(getPerson),
  updatePerson: writeOperationHandler(updatePerson),
}
