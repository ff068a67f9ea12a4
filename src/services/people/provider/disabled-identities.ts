import type { AuditedTx } from '../../../store/audit/trail.ts'
import { lockProviderIdentityOfPerson, updatePersonDisabledByGroups } from '../../../store/people/identities.ts'
import type { PersonIdentityRow } from '../../../store/rows/people-tables.ts'
import type { NodeDeps } from '../../request/context.ts'
import { providerIdentityMac, hasExpectedMac, rowWithMac } from '../../../store/people/person-proof.ts'

type Marking = AuditedTx & Pick<NodeDeps, 'vault'>

/** Stores whether the person was disabled because the sign-in provider's groups gave no role. */
export async function markDisabledByProvider(
  context: Marking,
  identity: PersonIdentityRow,
  disabledHere: boolean,
): Promise<void> {
  if (identity.disabled_here === disabledHere) return
  const marked = { ...identity, disabled_here: disabledHere }
  await updatePersonDisabledByGroups(context, rowWithMac(marked, providerIdentityMac(context.vault, marked)))
}

/** Records that somebody at Purser enabled or disabled a person, so that the provider's groups do not enable the person again. */
export async function notePersonStatusChange(context: Marking, personId: string): Promise<void> {
  const identity = await lockProviderIdentityOfPerson(context.tx, personId)
  if (identity === undefined || !hasExpectedMac(providerIdentityMac(context.vault, identity), identity)) return
  await markDisabledByProvider(context, identity, false)
}
