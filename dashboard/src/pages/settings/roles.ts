import type { Person } from '@purser/client'

export type PersonRole = Person['role']

/** The rights of each role in a line, from the least to the most. */
export const roleDescriptions: Readonly<Record<PersonRole, string>> = {
  viewer: 'Sees everything, changes nothing.',
  approver: 'Sees everything, decides about approvals.',
  admin: 'Changes everything but owners.',
  owner: 'Changes everything.',
}
export const personRoles = ['viewer', 'approver', 'admin', 'owner'] as const satisfies readonly PersonRole[]

/** The roles that a person with this role may give. Only owners can appoint owners. */
export const rolesToAssign = (own: PersonRole | undefined): readonly PersonRole[] =>
  own === 'owner' ? personRoles : personRoles.filter((role) => role !== 'owner')
