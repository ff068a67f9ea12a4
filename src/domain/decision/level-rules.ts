import type { Limits, Policy } from '../../contract/policy.ts'
import { contentName } from '../../lib/content-name.ts'

/** The rules of one level. Its hash is that of its text, so a policy that thousands of cards share is stored once. */
export interface LevelRules {
  readonly policy: Policy
  readonly shadowPolicy?: Policy | undefined
  readonly limits: Limits
}

/** The rules alone, of whatever has them. A level without a shadow policy reads as it did before there were any. */
export const rulesOf = ({ policy, limits, shadowPolicy }: LevelRules): LevelRules => ({
  policy,
  limits,
  ...(shadowPolicy && { shadowPolicy }),
})

/** Names the rules of one level, as decisions are stored with it. */
export const nameOfRules = (level: LevelRules): string => contentName(rulesOf(level)).hash
