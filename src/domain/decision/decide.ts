import type { Flags, Reason, TraceEntry } from '../../contract/decisions.ts'
import { reasonCatalogue } from '../../contract/reasons.ts'
import { timestamp } from '../../lib/clock.ts'
import { needsApproval } from '../intents/approval.ts'
import { attestationState } from './attestation.ts'
import { capsOf, isNear, leastRoom } from './caps.ts'
import { compilePolicy } from './compiled-policy.ts'
import type { Attestation, Decision } from './decision.ts'
import { isPurchase, type SpendRequest, type Subject } from '../entities.ts'
import { matchIntent } from '../intents/intent-match.ts'
import { everyRule } from '../rules/index.ts'
import type { Failed, Finding, Rule, Spending } from '../rules/rule.ts'

/**
 * Decides a spend: the one function behind evaluations, the network door and replays, which therefore cannot differ
 * (contract, section 6). Pure: the subject is not changed, time comes with the request, nothing throws.
 */
export function decide(subject: Subject, request: SpendRequest): Decision {
  const compiled = compilePolicy(subject)
  const { policy } = compiled
  const caps = capsOf(subject, compiled, request)
  const intent = subject.card === null ? ({ kind: 'none' } as const) : matchIntent(subject.intents, policy, request)
  const spending: Spending = { subject, request, compiled, policy, caps, intent }

  const findings = climb(spending)
  const failures = findings.filter(isFailed)
  const approved = failures.length === 0
  const attestation = attestationState(subject.lastAttestedAt, policy.attestationWindowMinutes, request.now)
  return {
    decision: approved ? 'approve' : 'decline',
    reasons: failures.map(reason),
    flags: flagsOf(spending, { approved, attestation }),
    trace: approved ? findings : findings.map(traceEntry),
    effective: compiled,
    available: leastRoom(caps),
    attestation,
    intent: approved ? intent : { kind: 'none' },
    freeze: freezeReason(failures),
  }
}

/** What of a decision the same rules under other policies find again. */
export type Decided = Pick<Decision, 'decision' | 'reasons' | 'effective'>

/** Why some of the rules decline. A loop as well: mostly none does, and shadow policies ask it beside every decision. */
export function reasonsOf(rules: readonly Rule[], spending: Spending): Reason[] {
  const reasons: Reason[] = []
  for (const rule of rules) {
    const found = rule(spending)
    if (found === undefined) continue
    for (const each of isMany(found) ? found : [found]) if (isFailed(each)) reasons.push(reason(each))
  }
  return reasons
}

/** What each rule that applies has found, in order. A loop: with `flatMap` a decision takes a third longer. */
function climb(spending: Spending): Finding[] {
  const findings: Finding[] = []
  for (const rule of everyRule) {
    const found = rule(spending)
    if (found === undefined) continue
    if (isMany(found)) for (const each of found) findings.push(each)
    else findings.push(found)
  }
  return findings
}

/**
 * What a person should know beside the answer. `intentMatched` and `wouldLockMerchant` tell what an approval does, so a
 * decline never carries them; the others tell what was found.
 */
function flagsOf(
  spending: Spending,
  { approved, attestation }: { approved: boolean; attestation: Attestation },
): Flags {
  const { subject, request, policy, caps, intent } = spending
  const { card } = subject
  const locks = policy.lockToFirstMerchant && card?.merchantLock === null && isPurchase(request)
  return {
    requiresIntent: policy.requireIntent,
    intentMatched: approved && intent.kind === 'matched',
    intentMissing: intent.kind === 'missing',
    intentMismatch: intent.kind === 'mismatched' || intent.kind === 'exceeded',
    requiresApproval: needsApproval(policy, request.amount),
    requiresAttestation: policy.requireAttestation,
    unattested: policy.requireAttestation && card !== null && attestation !== 'attested',
    wouldLockMerchant: approved && locks && request.merchant.name !== undefined,
    nearLimit: caps.some((cap) => isNear(cap, request.amount)),
    settlementOverIntent: false,
    settlementOverAuthorized: false,
    forcedCapture: false,
  }
}

const isMany = (found: Finding | readonly Finding[]): found is readonly Finding[] => Array.isArray(found)

const isFailed = (finding: Finding): finding is Failed => !finding.passed

function reason({ passed: _passed, retryAt, ...words }: Failed): Reason {
  const { fixedBy } = reasonCatalogue[words.code]
  if (retryAt !== undefined) return { ...words, retryAt: timestamp(retryAt), fixedBy }
  return { ...words, fixedBy: fixedBy === 'time' ? 'owner' : fixedBy }
}

function traceEntry(finding: Finding): TraceEntry {
  if (!isFailed(finding)) return finding
  const { message: _message, remedy: _remedy, retryable: _retryable, retryAt: _retryAt, add: _add, ...entry } = finding
  return entry
}

/** Where the policy says `freeze`, a missing or mismatched intent also freezes the card. */
function freezeReason(failures: readonly Failed[]): Decision['freeze'] {
  for (const { code, limit } of failures) {
    if ((code === 'intent_missing' || code === 'intent_mismatch') && limit === 'freeze') return code
  }
  return undefined
}
