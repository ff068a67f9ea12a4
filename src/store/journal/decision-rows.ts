import type { BatchChanges } from '../../domain/batch/changes.ts'
import type { DecisionInputs, JournalTransactionStep } from '../../domain/batch/decision-inputs.ts'
import type { PolicyVersions, StoredPolicyVersion } from '../customers/policy-versions.ts'
import type { DecisionColumns } from '../rows/transactions.ts'

/** The data that a batch stores about its decisions, so that they can be replayed. */
export interface BatchDecisionRows {
  /** The columns of a new transaction that tell a replay from which inputs the decision was made. */
  of(transactionId: string): DecisionColumns
  readonly steps: readonly (JournalTransactionStep & DecisionColumns)[]
  /**
   * The policy versions, sorted by their keys. If two nodes store the same versions, one may wait for the other, but they cannot deadlock.
   */
  readonly versions: readonly StoredPolicyVersion[]
}

const noDecision: DecisionColumns = { policyVersion: null, decisionInputs: null }

/**
 * Makes the rows about the decisions of a batch. Once the rows are committed, the caller must call `versions.keep` with the new policy
 * versions.
 */
export function makeBatchDecisionRows({ inputs, steps }: BatchChanges, versions: PolicyVersions): BatchDecisionRows {
  const missing = new Map<string, StoredPolicyVersion>()
  const stored = (made: DecisionInputs): DecisionColumns => ({
    policyVersion: versions.versionOf(made, missing),
    decisionInputs: made.stored,
  })
  const ofTransactions = new Map([...inputs].map(([id, made]) => [id, stored(made)]))
  return {
    of: (transactionId) => ofTransactions.get(transactionId) ?? noDecision,
    steps: steps.map((step) => ({ ...step, ...(step.inputs ? stored(step.inputs) : noDecision) })),
    versions: [...missing.values()].toSorted((a, b) => a.bucket - b.bucket || (a.hash < b.hash ? -1 : 1)),
  }
}
