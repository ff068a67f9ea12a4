import { type PersonRole, personRoles } from '../../../contract/resources/people.ts'
import type { ServiceSettings } from '../../request/context.ts'

/** The highest role that a person gets from their groups at the sign-in provider. Null: none of the groups gives a role. */
export function roleOfProviderGroups(
  groups: readonly string[],
  { oidcRoles }: Pick<ServiceSettings, 'oidcRoles'>,
): PersonRole | null {
  const own = new Set(groups)
  const given = new Set(oidcRoles.filter(({ group }) => own.has(group)).map(({ role }) => role))
  return personRoles.find((role) => given.has(role)) ?? null
}
