import type { BatchChanges } from '../../domain/batch/changes.ts'
import type { DecisionInputs, JournalStep } from '../../domain/batch/decision-inputs.ts'
import { areCredentialsPresented } from '../../domain/credentials.ts'
import type { PolicyVersions, StoredPolicyVersion } from '../customers/policy-versions.ts'
import type { DecisionColumns, StoredDecisionInputs } from '../rows/transactions.ts'

/** The data that a batch stores about its decisions, so that they can be replayed. */
export interface DecisionRows {
  /** The columns of a new transaction that tell a replay from which inputs the decision was made. */
  of(transactionId: string): DecisionColumns
  readonly steps: readonly (JournalStep & DecisionColumns)[]
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
export function decisionRows({ inputs, steps }: BatchChanges, versions: PolicyVersions): DecisionRows {
  const missing = new Map<string, StoredPolicyVersion>()
  const stored = (made: DecisionInputs): DecisionColumns => ({
    policyVersion: versions.versionOf(made, missing),
    decisionInputs: storedInputs(made),
  })
  const ofTransactions = new Map([...inputs].map(([id, made]) => [id, stored(made)]))
  return {
    of: (transactionId) => ofTransactions.get(transactionId) ?? noDecision,
    steps: steps.map((step) => ({ ...step, ...(step.inputs ? stored(step.inputs) : noDecision) })),
    versions: [...missing.values()].toSorted((a, b) => a.bucket - b.bucket || (a.hash < b.hash ? -1 : 1)),
  }
}

/**
 * Returns the inputs of a decision that are stored beside the policies. Null for most decisions, which have nothing to store: no intents,
 * no attestation, and a card that is named by its id.
 */
function storedInputs({
  intents,
  subscriptions,
  memories,
  lastAttestedAt,
  credentials,
  card,
}: DecisionInputs): StoredDecisionInputs | null {
  const { failedCredentials } = card
  const inputs = {
    ...(intents.length === 0 ? {} : { intents: [...intents] }),
    ...(subscriptions === undefined ? {} : { subscriptions: [...subscriptions] }),
    ...memories,
    ...(lastAttestedAt === null ? {} : { attestedAt: lastAttestedAt }),
    ...(areCredentialsPresented(credentials) ? { credentials } : {}),
    ...(areCredentialsPresented(credentials) && failedCredentials.length > 0 ? { failedCredentials } : {}),
  }
  return Object.keys(inputs).length === 0 ? null : inputs
}
