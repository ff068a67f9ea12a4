import { effectivePolicy } from '../domain/cascade.ts'
import { present } from '../lib/assert.ts'
import { findCardFamily } from '../store/card-family.ts'
import type { Intent } from '../store/intents.ts'
import type { WriteContext } from './context.ts'

/**
 * Whether the caller declared the intent itself, where the policy of this moment asks for another approver. A key is one
 * actor whatever its secret: rotating it makes nobody else of it.
 */
export async function isSelfApproval({ tx, principal }: WriteContext, intent: Intent): Promise<boolean> {
  if (intent.declared_by !== principal.keyId) return false
  const family = present(await findCardFamily(tx, principal, intent.card_id), 'an intent has a card')
  return effectivePolicy(family).policy.requireSeparateApprover
}
