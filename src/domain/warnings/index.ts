import type { Cap } from '../caps.ts'
import type { CascadeLevels } from '../cascade.ts'
import type { CompiledPolicy } from '../compiled-policy.ts'
import { limitWarnings } from './limits.ts'
import { listWarnings } from './lists.ts'
import { looserWarnings } from './looser-levels.ts'
import { unusedFieldWarnings } from './unused-fields.ts'
import type { PolicyWarning } from './warning.ts'

/** Everything in the policies and caps of some levels that contradicts itself or does nothing. */
export const policyWarnings = (
  levels: CascadeLevels,
  compiled: CompiledPolicy,
  caps: readonly Cap[],
): PolicyWarning[] => [
  ...listWarnings(compiled),
  ...limitWarnings(caps),
  ...unusedFieldWarnings(compiled.policy),
  ...looserWarnings(levels),
]
