import type { Cap } from '../decision/caps.ts'
import type { CascadeLevels } from '../decision/cascade.ts'
import type { CompiledPolicy } from '../decision/compiled-policy.ts'
import { limitWarnings } from './limits.ts'
import { listWarnings } from './lists.ts'
import { looksStrictWarnings } from './looks-strict.ts'
import { looserLevelWarnings } from './looser-levels.ts'
import { unusedFieldWarnings } from './unused-fields.ts'
import type { PolicyWarning } from './warning.ts'

/** All warnings about policies and caps: fields that contradict each other, have no effect, or only look strict. */
export const policyWarnings = (
  levels: CascadeLevels & { readonly customer: { readonly currency: string } },
  compiled: CompiledPolicy,
  caps: readonly Cap[],
): PolicyWarning[] => [
  ...listWarnings(compiled),
  ...limitWarnings(caps, levels.customer.currency),
  ...unusedFieldWarnings(compiled.policy),
  ...looserLevelWarnings(levels),
  ...looksStrictWarnings(compiled, caps),
]
