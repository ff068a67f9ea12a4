import type { SpendingCap } from '../decision/caps.ts'
import type { CascadeLevels } from '../decision/cascade.ts'
import type { CompiledPolicy } from '../decision/compiled-policy.ts'
import { limitWarnings } from './limits.ts'
import { allowListWarnings } from './lists.ts'
import { unenforcedPolicyWarnings } from './looks-strict.ts'
import { looserLevelWarnings } from './looser-levels.ts'
import { unusedFieldWarnings } from './unused-fields.ts'
import type { PolicyWarning } from './warning.ts'

/** All warnings about policies and caps: fields that contradict each other, have no effect, or only look strict. */
export const policyWarnings = (
  levels: CascadeLevels & { readonly customer: { readonly currency: string } },
  compiled: CompiledPolicy,
  caps: readonly SpendingCap[],
): PolicyWarning[] => [
  ...allowListWarnings(compiled),
  ...limitWarnings(caps, levels.customer.currency),
  ...unusedFieldWarnings(compiled.policy),
  ...looserLevelWarnings(levels),
  ...unenforcedPolicyWarnings(compiled, caps),
]
