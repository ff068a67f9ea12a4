import type { TransactionFlags, Reason } from '../../contract/decisions.ts'
import { reasonCatalogue } from '../../contract/reasons.ts'
import { isoTimestamp, MINUTE_MS } from '../../lib/clock.ts'
import { intentNeedsApproval } from '../intents/approval.ts'
import { spendingCapsOfPurchase, isNearCap, centsLeftUnderTightestCap } from '../decision/caps.ts'
import { compilePolicy } from '../decision/compiled-policy.ts'
import type { CheckedTraceEntry } from '../decision/trace.ts'
import type { NumberReadAttestation, Decision } from './decision.ts'
import { isNewPurchaseRequest, type SpendRequest, type SpendingSubject } from '../entities.ts'
import { exceptionOfPurchase, isCheckLifted } from '../intents/exception.ts'
import { isIntentMatchApproved } from '../intents/approved-match.ts'
import { isFirstPurchase } from '../memories/bought-merchants-memory.ts'
import { type IntentMatchEffects, matchIntents, type IntentMatchPolicyFields } from '../intents/subscription-match.ts'
import { rulesUnderPolicy } from '../rules/index.ts'
import type { FailedRuleCheck, PurchaseRuleFinding, PurchaseRule, PurchaseRuleInput } from '../rules/rule.ts'

/**
 * Decides a purchase. Evaluations, authorizations and replays all call this one function and therefore cannot differ (contract, section 6).
 * It is pure: it does not change the subject, takes the time from the request, and does not throw.
 */
export function decidePurchase(subject: SpendingSubject, request: SpendRequest): Decision {
  const spending = purchaseRuleInputOf(subject, request)
  const { compiled, policy, caps, intent, exceeded } = spending
  const findings = withLifted(climb(spending), spending)
  const failures = findings.filter(isFailed)
  const approved = failures.length === 0
  const attestation = attestationState(subject.lastAttestedAt, policy.attestationWindowMinutes, request.now)
  return {
    decision: approved ? 'approve' : 'decline',
    reasons: failures.map(reason),
    flags: flagsOf(spending, { approved, attestation }),
    trace: approved ? findings : findings.map(traceEntry),
    effective: compiled,
    available: centsLeftUnderTightestCap(caps),
    attestation,
    intent: approved ? intent : { kind: 'none' },
    freeze: freezeReason(failures),
    exceeded,
  }
}

/** Makes the input of the rules: the purchase, with the values that are computed once for all of them. */
export function purchaseRuleInputOf(subject: SpendingSubject, request: SpendRequest): PurchaseRuleInput {
  const compiled = compilePolicy(subject)
  const { policy } = compiled
  const { intent, exceeded } = matchPurchaseToIntents(subject, policy, request)
  const isFirst = policy.newMerchant === 'approve' && isFirstPurchase(subject, request)
  return {
    subject,
    request,
    compiled,
    policy,
    caps: spendingCapsOfPurchase(subject, compiled, request),
    intent,
    exceeded,
    exception: exceptionOfPurchase(subject, request, intent),
    isFirstPurchase: isFirst,
    isUnapprovedFirst: isFirst && !isIntentMatchApproved(subject, intent),
  }
}

/**
 * Says what a purchase does to the intents and subscriptions of its card (contract, section 9). Most cards have neither, and there is
 * nothing to compare.
 */
export function matchPurchaseToIntents(
  subject: Pick<SpendingSubject, 'customer' | 'card' | 'intents'>,
  policy: IntentMatchPolicyFields,
  request: SpendRequest,
): IntentMatchEffects {
  const { card, intents } = subject
  if (card === null) return NONE
  if (intents.length > 0 || card.subscriptions !== undefined || request.boundBy !== undefined)
    return matchIntents(subject, card, { policy, request })
  return policy.requireIntent && isNewPurchaseRequest(request) ? MISSING : NONE
}

const NONE: IntentMatchEffects = { intent: { kind: 'none' } }
const MISSING: IntentMatchEffects = { intent: { kind: 'missing' } }

/** The fields of the decision under the real policies from which the shadow verdict starts. */
export type RealPolicyVerdict = Pick<Decision, 'decision' | 'reasons' | 'effective'>

/**
 * The reasons for which some of the rules decline. The code is a loop instead of `flatMap`, because it runs for the shadow policies beside
 * every decision, and mostly finds no reason.
 */
export function declineReasonsOfRules(rules: readonly PurchaseRule[], spending: PurchaseRuleInput): Reason[] {
  const reasons: Reason[] = []
  for (const rule of rules) {
    const finding = rule(spending)
    if (finding === undefined) continue
    for (const each of isMany(finding) ? finding : [finding])
      if (isFailed(each) && !isLifted(each, spending)) reasons.push(reason(each))
  }
  return reasons
}

/**
 * The findings of the rules, in their order. The code is a loop, because with `flatMap` a decision takes a third
 * longer.
 */
function climb(spending: PurchaseRuleInput): PurchaseRuleFinding[] {
  const findings: PurchaseRuleFinding[] = []
  for (const rule of rulesUnderPolicy(spending.compiled)) {
    const finding = rule(spending)
    if (finding === undefined) continue
    if (isMany(finding)) for (const each of finding) findings.push(each)
    else findings.push(finding)
  }
  return findings
}

/** The findings of the rules, in which checks that an exception lifts have passed. */
function withLifted(findings: PurchaseRuleFinding[], spending: PurchaseRuleInput): PurchaseRuleFinding[] {
  const { exception } = spending
  if (exception === undefined) return findings
  const liftedBy = exception.changeRequestId
  return findings.map((finding) =>
    isFailed(finding) && isLifted(finding, spending) ? { ...traceEntry(finding), passed: true, liftedBy } : finding,
  )
}

const isLifted = (finding: FailedRuleCheck, { exception }: PurchaseRuleInput): boolean =>
  exception !== undefined && isCheckLifted(exception, finding)

/**
 * The flags of a decision. `intentMatched` and `wouldLockMerchant` describe an effect of the approval, so they are never set for a decline;
 * the other flags describe what the rules found.
 */
function flagsOf(
  spending: PurchaseRuleInput,
  { approved, attestation }: { approved: boolean; attestation: NumberReadAttestation },
): TransactionFlags {
  const { subject, request, policy, caps, intent, isFirstPurchase: isFirst } = spending
  const { card } = subject
  const locks = policy.lockToFirstMerchant && card?.merchantLock === null && isNewPurchaseRequest(request)
  return {
    requiresIntent: policy.requireIntent,
    intentMatched: approved && intent.kind === 'matched',
    intentMissing: intent.kind === 'missing',
    intentMismatch: intent.kind === 'mismatched' || intent.kind === 'exceeded',
    requiresApproval: intentNeedsApproval(policy, request.amount) || isFirst,
    requiresAttestation: policy.requireAttestation,
    unattested: policy.requireAttestation && card !== null && attestation !== 'attested',
    wouldLockMerchant: approved && locks && request.merchant.name !== undefined,
    nearLimit: caps.some((cap) => isNearCap(cap, request.amount)),
    settlementOverIntent: false,
    settlementOverAuthorized: false,
    forcedCapture: false,
    subscriptionMatched: approved && intent.kind === 'subscribed',
    newMerchant: spending.isUnapprovedFirst,
  }
}

const isMany = (
  finding: PurchaseRuleFinding | readonly PurchaseRuleFinding[],
): finding is readonly PurchaseRuleFinding[] => Array.isArray(finding)

const isFailed = (finding: PurchaseRuleFinding): finding is FailedRuleCheck => !finding.passed

function reason({ passed: _passed, retryAt, ...words }: FailedRuleCheck): Reason {
  const { fixedBy } = reasonCatalogue[words.code]
  if (retryAt !== undefined) return { ...words, retryAt: isoTimestamp(retryAt), fixedBy }
  return { ...words, fixedBy: fixedBy === 'time' ? 'owner' : fixedBy }
}

function traceEntry(finding: PurchaseRuleFinding): CheckedTraceEntry {
  if (!isFailed(finding)) return finding
  const { message: _message, remedy: _remedy, retryable: _retryable, retryAt: _retryAt, ...named } = finding
  const { add: _add, nearestShop: _nearestShop, ...entry } = named
  return entry
}

/** The reason to freeze the card, if the policy says that a missing or mismatched intent freezes it. */
function freezeReason(failures: readonly FailedRuleCheck[]): Decision['freeze'] {
  for (const { code, limit } of failures) {
    if ((code === 'intent_missing' || code === 'intent_mismatch') && limit === 'freeze') return code
  }
  return undefined
}

/**
 * Whether a grant to read the card's number was used in time: `attested` up to and including the last millisecond of the window, `stale` if
 * the last used grant is older than the window, `unattested` if none was used (contract, section 10).
 */
function attestationState(lastAttestedAt: number | null, windowMinutes: number, now: number): NumberReadAttestation {
  if (lastAttestedAt === null) return 'unattested'
  return now - lastAttestedAt <= windowMinutes * MINUTE_MS ? 'attested' : 'stale'
}
