import type { BatchChanges } from '../../domain/batch/changes.ts'
import type { DecisionInputs, JournalStep } from '../../domain/batch/decision-inputs.ts'
import { areCredentialsPresented } from '../../domain/credentials.ts'
import type { TableColumns } from '../statements/columns.ts'
import type { PolicyVersions, StoredPolicyVersion } from '../customers/policy-versions.ts'
import type { StoredDecisionInputs } from '../rows/tables.ts'

/** The data that a batch stores about its decisions, so that they can be replayed. */
export interface DecisionRows {
  /** The columns of a new transaction that say what its decision was made from. */
  columnsOf(transactionId: string): DecisionColumns
  readonly steps: readonly StepRow[]
  /**
   * The policy versions, sorted by their keys. If two nodes store the same versions, one may wait for the other, but they cannot deadlock.
   */
  readonly versions: readonly StoredPolicyVersion[]
}

/** The columns of transactions and steps that say what a decision was made from. */
interface DecisionColumns {
  readonly policy_version: string | null
  readonly decision_inputs: StoredDecisionInputs | null
}

const noDecision: DecisionColumns = { policy_version: null, decision_inputs: null }

/**
 * Makes the rows about the decisions of a batch. Once the rows are committed, the caller must call `versions.keep` with the new policy
 * versions.
 */
export function decisionRows({ inputs, steps }: BatchChanges, versions: PolicyVersions): DecisionRows {
  const missing = new Map<string, StoredPolicyVersion>()
  const columns = (made: DecisionInputs): DecisionColumns => ({
    policy_version: versions.versionOf(made, missing),
    decision_inputs: storedInputs(made),
  })
  const ofTransactions = new Map([...inputs].map(([id, made]) => [id, columns(made)]))
  const stepRows = steps.map((step) => ({ ...stepRow(step), ...(step.inputs ? columns(step.inputs) : noDecision) }))
  return {
    columnsOf: (transactionId) => ofTransactions.get(transactionId) ?? noDecision,
    steps: stepRows,
    versions: [...missing.values()].toSorted((a, b) => a.bucket - b.bucket || (a.hash < b.hash ? -1 : 1)),
  }
}

export const transactionStepColumns: TableColumns<StepRow> = {
  id: 'word',
  account_id: 'word',
  customer_id: 'word',
  agent_id: 'word',
  card_id: 'word',
  transaction_id: 'word',
  sequence: 'bigint',
  kind: 'word',
  amount: 'bigint',
  final: 'boolean',
  decision: 'word',
  reasons: 'json',
  counted: 'json',
  policy_version: 'word',
  decision_inputs: 'json',
  at: 'bigint',
}

type StepRow = ReturnType<typeof stepRow> & DecisionColumns

const stepRow = (step: JournalStep) => ({
  id: step.id,
  account_id: step.accountId,
  customer_id: step.customerId,
  agent_id: step.agentId,
  card_id: step.cardId,
  transaction_id: step.transactionId,
  sequence: step.sequence,
  kind: step.kind,
  amount: step.amount,
  final: step.final,
  decision: step.decision,
  reasons: step.reasons.length === 0 ? null : step.reasons,
  counted: step.counted.length === 0 ? null : step.counted,
  at: step.at,
})

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
