import type { Writing } from '../../../store/audit/trail.ts'
import { lockIdentityOf, updateDisabledHere } from '../../../store/people/identities.ts'
import type { PersonIdentityRow } from '../../../store/rows/people-tables.ts'
import type { Deps } from '../../request/context.ts'
import { identityMac, isOurs, proven } from '../../../store/people/person-proof.ts'

type Marking = Writing & Pick<Deps, 'vault'>

/** Keeps whether it is the provider that has disabled the person. */
export async function markDisabled(
  context: Marking,
  identity: PersonIdentityRow,
  disabledHere: boolean,
): Promise<void> {
  if (identity.disabled_here === disabledHere) return
  const marked = { ...identity, disabled_here: disabledHere }
  await updateDisabledHere(context, proven(marked, identityMac(context.vault, marked)))
}

/** Somebody here has said whether the person may come in: what the provider's groups have said before counts no more. */
export async function decidedHere(context: Marking, personId: string): Promise<void> {
  const identity = await lockIdentityOf(context.tx, personId)
  if (identity === undefined || !isOurs(identityMac(context.vault, identity), identity)) return
  await markDisabled(context, identity, false)
}
