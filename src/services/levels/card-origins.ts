import { invalidRequestError } from '../../contract/errors.ts'
import type { EffectivePolicy } from '../../domain/decision/cascade.ts'
import { levelOfPolicyField } from '../../domain/decision/compiled-policy.ts'
import { originObstacle } from '../../domain/intents/origin-obstacle.ts'
import { isLocalOrigin, parseOrigin, originPatternOf } from '../../lib/network/origins.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { CommittedRefusal, type ServiceSettings, type WriteOperationContext } from '../request/context.ts'

const HINT = 'Send `https://` and the host of the shop, without a path: `https://shop.example.com`.'
const LOCAL_HINT =
  'Send the origin of a shop on the internet. For shops on this machine whoever runs Purser sets `PURSER_ALLOW_LOCAL_ORIGINS=true`.'

type Allowed = Pick<ServiceSettings, 'allowLocalOrigins'>

/**
 * Returns an origin in the form that browsers use. Throws 400 for a text that is no origin, or that is a local origin where these are not
 * allowed (contract, section 9).
 */
export const checkedOrigin = (param: string, sent: string, settings: Allowed): string =>
  checked(param, parseOrigin(sent), settings)

interface SentPolicy {
  readonly allowedOrigins?: readonly string[] | null
}

/** Throws 400 where an entry of `allowedOrigins` in a policy is no origin, or is a local origin where these are not allowed. */
export function checkAllowedOrigins(
  { settings }: Pick<WriteOperationContext, 'settings'>,
  body: { readonly policy?: SentPolicy | null; readonly shadowPolicy?: SentPolicy | null },
): void {
  for (const field of ['policy', 'shadowPolicy'] as const) {
    for (const [index, sent] of (body[field]?.allowedOrigins ?? []).entries()) {
      checked(`${field}.allowedOrigins[${index}]`, originPatternOf(sent), settings)
    }
  }
}

function checked(param: string, origin: string | null, { allowLocalOrigins }: Allowed): string {
  const refused = (message: string, hint: string) => invalidRequestError(param, message, 'parameter_invalid', hint)
  if (origin === null) throw refused('This is no origin of a site that a card number may be sent to.', HINT)
  if (!allowLocalOrigins && isLocalOrigin(origin)) {
    throw refused('This origin is on this machine or in a private network.', LOCAL_HINT)
  }
  return origin
}

/**
 * The refusal to release a number to an agent because the policy has `allowedOrigins` and the intent names no origin or an origin that is
 * not among them, or has a person see each new origin and the intent names none; null: the number may be released (contract, section 7).
 */
export function numberReadOriginRefusal(
  effective: EffectivePolicy,
  intent: IntentState | null,
): CommittedRefusal | null {
  const isApproved = intent !== null && intent.decidedBy !== null
  const found = originObstacle(effective.policy, {
    origin: intent?.declared.expectedOrigin,
    isApproved,
    exception: isApproved ? intent.declared.exception : undefined,
  })
  if (found === null) return null
  if (effective.policy.allowedOrigins === undefined) {
    return new CommittedRefusal('origin_required', {
      message: found.message,
      hint: 'Declare the purchase with the `expectedOrigin` of its checkout, and send the id of that intent as `intentId`.',
      details: { level: levelOfPolicyField(effective, 'newOrigin') },
    })
  }
  const level = levelOfPolicyField(effective, 'allowedOrigins')
  if (found.code === 'origin_required') {
    return new CommittedRefusal('origin_required', {
      hint: `Declare the purchase with the \`expectedOrigin\` of its checkout, one of \`allowedOrigins\` of the ${level}'s policy, and send the id of that intent as \`intentId\`.`,
      details: { level },
    })
  }
  return new CommittedRefusal('origin_not_allowed', {
    message: `The \`expectedOrigin\` of the intent is not in \`allowedOrigins\` of the ${level}'s policy.`,
    hint: `Declare the purchase at an origin of the list, or ask for another one with \`POST /change-requests\`: \`{"allow": {"origin": "https://..."}}\`. An admin adds it to \`allowedOrigins\` of the ${level}'s policy.`,
    details: { level },
  })
}
