import { reasonCodes, type RuleReasonCode } from '../../src/contract/reasons.ts'
import type { Case } from './case.ts'
import { randomCase } from './cases.ts'
import { compare } from './compare.ts'
import { seededRandom } from './random.ts'

/** What the implementation and another one say of a case. */
export interface Answers {
  readonly decided: {
    readonly decision: 'approve' | 'decline'
    readonly reasons: readonly { readonly code: RuleReasonCode }[]
  }
  readonly expected: unknown
  readonly agree: boolean
}

export interface Run {
  /** The first case in which they differ. */
  readonly difference: ({ readonly question: Case } & Answers) | undefined
  readonly approved: number
  /** How often each reason was given. */
  readonly codes: ReadonlyMap<RuleReasonCode, number>
}

/** Asks both implementations so many random questions, or until they differ. */
export function runCases(seed: number, cases: number, ask: (question: Case) => Answers = compare): Run {
  const random = seededRandom(seed)
  const codes = new Map<RuleReasonCode, number>(reasonCodes.map((code) => [code, 0]))
  let approved = 0
  for (let n = 0; n < cases; n += 1) {
    const question = randomCase(random)
    const comparison = ask(question)
    if (!comparison.agree) return { difference: { question, ...comparison }, approved, codes }
    if (comparison.decided.decision === 'approve') approved += 1
    for (const { code } of comparison.decided.reasons) codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  return { difference: undefined, approved, codes }
}
