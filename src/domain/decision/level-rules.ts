import type { Limits, Policy } from '../../contract/policy.ts'
import { hashedJson } from '../../lib/hashed-json.ts'

/** The rules of one level. They are stored under the hash of their text, so a policy that thousands of cards share is stored once. */
export interface LevelRules {
  readonly policy: Policy
  readonly shadowPolicy?: Policy | undefined
  readonly limits: Limits
}

/**
 * Takes the rules out of an object that has other fields, too. If a level has no shadow policy, its rules have no field `shadowPolicy`. So
 * their hash is the same as in versions that had no shadow policies.
 */
export const rulesOfLevel = ({ policy, limits, shadowPolicy }: LevelRules): LevelRules => ({
  policy,
  limits,
  ...(shadowPolicy && { shadowPolicy }),
})

/** The name under which the rules of one level are stored with decisions: the hash of their text. */
export const levelRulesHash = (level: LevelRules): string => hashedJson(rulesOfLevel(level)).hash
