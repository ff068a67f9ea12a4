import type { Reason } from '../../contract/decisions.ts'
import { declineCodes } from '../../contract/reasons.ts'
import type { Policy } from '../../contract/policy.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { spendingCapsOfPurchase } from '../decision/caps.ts'
import { type CompiledPolicy, compilePolicy } from '../decision/compiled-policy.ts'
import { matchPurchaseToIntents, type RealPolicyVerdict, declineReasonsOfRules } from './decide.ts'
import type { SpendRequest, SpendingSubject } from '../entities.ts'
import { exceptionOfPurchase } from '../intents/exception.ts'
import { isIntentMatchApproved } from '../intents/approved-match.ts'
import { isFirstPurchase } from '../memories/bought-merchants-memory.ts'
import type { IntentMatchEffects } from '../intents/subscription-match.ts'
import { ruleLadder } from '../rules/index.ts'
import type { PurchaseRule } from '../rules/rule.ts'
import type { ShadowVerdict } from '../transactions/transaction.ts'

interface Shadowed {
  readonly policy: Policy
  readonly shadowPolicy?: Policy | undefined
}

type Levels = Pick<SpendingSubject, 'customer' | 'agent' | 'card'>

/** The shadow policy of a level, or its policy if it has no shadow policy. */
const inShadow = ({ policy, shadowPolicy = policy }: Shadowed): { policy: Policy } => ({ policy: shadowPolicy })

/** The compiled effective policy of three levels, with their shadow policies in place of their policies. */
const compileShadow = ({ customer, agent, card }: Levels): CompiledPolicy =>
  compilePolicy({ customer: inShadow(customer), agent: agent && inShadow(agent), card: card && inShadow(card) })

/**
 * The decision that the shadow policies would make. Rules whose fields are equal in both policies give the same result, so only the other
 * rules run again. To be called where a level has a shadow policy (`hasShadowPolicy`).
 */
export function shadowVerdict(subject: SpendingSubject, request: SpendRequest, real: RealPolicyVerdict): ShadowVerdict {
  const { compiled, rules, asksCaps, asksIntent, names } = shadowOf(subject, real.effective)
  if (rules.length === 0) return { decision: real.decision, reasons: real.reasons }
  const { policy } = compiled
  const caps = asksCaps ? spendingCapsOfPurchase(subject, compiled, request) : []
  const { intent, exceeded }: IntentMatchEffects =
    asksIntent || subject.intents.some(({ exception }) => exception)
      ? matchPurchaseToIntents(subject, policy, request)
      : { intent: { kind: 'none' } }
  const isFirst = policy.newMerchant === 'approve' && isFirstPurchase(subject, request)
  const others = declineReasonsOfRules(rules, {
    subject,
    request,
    compiled,
    policy,
    caps,
    intent,
    exceeded,
    exception: exceptionOfPurchase(subject, request, intent),
    isFirstPurchase: isFirst,
    isUnapprovedFirst: isFirst && !isIntentMatchApproved(subject, intent),
  })
  if (others.length + real.reasons.length === 0) return approval
  const same = real.reasons.filter(({ rule }) => !names.has(rule))
  const reasons = [...same, ...others].toSorted((a, b) => codeOrder(a) - codeOrder(b))
  return { decision: reasons.length === 0 ? 'approve' : 'decline', reasons }
}

const approval: ShadowVerdict = Object.freeze({ decision: 'approve', reasons: Object.freeze([]) })

const codeOrder = ({ code }: Reason): number => declineCodes.indexOf(code)

/** The compiled shadow policies of three levels, with the rules whose fields differ from those of the effective policy. */
interface Shadow {
  readonly of: readonly (Policy | undefined)[]
  readonly compiled: CompiledPolicy
  readonly rules: readonly PurchaseRule[]
  /** The names, as reasons show them, of the rules whose fields differ between the shadow policy and the policy. */
  readonly names: ReadonlySet<string>
  readonly asksCaps: boolean
  readonly asksIntent: boolean
}

/** The last `Shadow` that was computed for each effective policy. Cards that share a policy mostly share a shadow policy, too. */
const known = new WeakMap<CompiledPolicy, Shadow>()

function shadowOf({ customer, agent, card }: Levels, real: CompiledPolicy): Shadow {
  const last = known.get(real)
  if (
    last !== undefined &&
    last.of[0] === customer.shadowPolicy &&
    last.of[1] === agent?.shadowPolicy &&
    last.of[2] === card?.shadowPolicy
  ) {
    return last
  }
  const of = [customer.shadowPolicy, agent?.shadowPolicy, card?.shadowPolicy]
  const compiled = compileShadow({ customer, agent, card })
  const made = { of, compiled, ...differing(real, compiled) }
  known.set(real, made)
  return made
}

function differing(real: CompiledPolicy, shadow: CompiledPolicy): Omit<Shadow, 'of' | 'compiled'> {
  const valueAndSources = ({ policy, sources }: CompiledPolicy, field: keyof Policy) =>
    canonicalJson([
      policy[field] ?? null,
      Object.entries(sources).filter(([name]) => name === field || name.startsWith(`${field}.`)),
    ])
  const others = ruleLadder.filter(({ fields }) =>
    fields.some((field) => valueAndSources(real, field) !== valueAndSources(shadow, field)),
  )
  return {
    rules: others.map(({ rule }) => rule),
    names: new Set(others.flatMap(({ names }) => names)),
    asksCaps: others.some(({ asks }) => asks === 'caps'),
    asksIntent: others.some(({ asks }) => asks === 'intent'),
  }
}
