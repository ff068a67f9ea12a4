import type { EffectivePolicy } from '../decision/cascade.ts'
import type { SpendingCap } from '../decision/caps.ts'
import type { PolicyWarning } from './warning.ts'

/** Warnings about settings that look as if they stopped a purchase, but do not (contract, section 5). */
export const unenforcedPolicyWarnings = (
  { policy }: EffectivePolicy,
  caps: readonly SpendingCap[],
): PolicyWarning[] => [
  ...(policy.requireApproval ? flagOnly(policy, approvalNotEnforced) : []),
  ...(policy.requireIntent ? flagOnly(policy, intentNotEnforced) : []),
  ...(caps.length === 0 ? [noLimit] : []),
  ...(policy.requireAttestation ? [attestationNotEnforced] : []),
  ...(policy.allowedOrigins === undefined && policy.newOrigin === 'off' ? [originsNotBounded] : []),
]

const reactions = ['onMissingIntent', 'onIntentMismatch'] as const
type Reaction = (typeof reactions)[number]

/** Makes a warning if a reaction is `flag`, because authorizations are then approved and only flagged. */
function flagOnly(
  policy: EffectivePolicy['policy'],
  warn: (flagging: readonly Reaction[], change: string) => PolicyWarning,
): PolicyWarning[] {
  const flagging = reactions.filter((field) => policy[field] === 'flag')
  if (flagging.length === 0) return []
  return [warn(flagging, `set ${flagging.map((field) => `\`${field}\``).join(' and ')} to \`decline\``)]
}

const approvalNotEnforced = (flagging: readonly Reaction[], change: string): PolicyWarning => ({
  code: 'approval_not_enforced',
  message: `A purchase that no person approved is still authorized, and only flagged: ${change}, with \`requireIntent\`, to have it declined.`,
  fields: ['requireApproval', 'requireIntent', ...flagging],
})

const intentNotEnforced = (flagging: readonly Reaction[], change: string): PolicyWarning => ({
  code: 'intent_not_enforced',
  message: `A purchase ${unintended(flagging)} is approved and only flagged: ${change} to have it declined.`,
  fields: ['requireIntent', ...flagging],
})

function unintended(flagging: readonly Reaction[]): string {
  if (flagging.length > 1) return 'without an intent, or unlike the one declared,'
  return flagging.includes('onMissingIntent') ? 'without an intent' : 'unlike the intent declared'
}

const noLimit: PolicyWarning = {
  code: 'no_limit',
  message: 'No amount is capped at any level: set `limits`, or `limits` of the policy, to bound what can be spent.',
  fields: ['limits', 'policy.limits', 'maxAmount'],
}

const originsNotBounded: PolicyWarning = {
  code: 'origins_not_bounded',
  message:
    'No level bounds where the card number may be entered, so an agent chooses where its number goes: set `allowedOrigins` to the origins of its shops, or `newOrigin` to `approve`.',
  fields: ['allowedOrigins'],
}

const attestationNotEnforced: PolicyWarning = {
  code: 'attestation_not_enforced',
  message:
    '`requireAttestation` governs reading the card number, and a purchase without it is only flagged: set `requireIntent` with `onMissingIntent` `decline` to hold the purchase to a declared purpose.',
  fields: ['requireAttestation', 'requireIntent', 'onMissingIntent'],
}
