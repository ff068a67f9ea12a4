import type { Changes } from '../../domain/batch/changes.ts'
import type { Seen, StepRecord } from '../../domain/batch/seen.ts'
import type { PolicyVersions, VersionRow } from '../policy-versions.ts'
import type { Circumstances } from '../tables.ts'

/** What a batch leaves for a replay of its decisions. Columns that are left out are null. */
export interface ReplayRows {
  /** Further columns of a new transaction. */
  columnsOf(transactionId: string): object
  readonly steps: readonly object[]
  /** In the order of their hashes: two nodes that store the same ones wait for each other, and never in a circle. */
  readonly versions: readonly VersionRow[]
}

export function replayRows({ seen, steps }: Changes, versions: PolicyVersions): ReplayRows {
  const missing = new Map<string, VersionRow>()
  const columns = (what: Seen) => ({ policy_version: versions.versionOf(what, missing), ...circumstancesColumn(what) })
  const ofTransactions = new Map([...seen].map(([id, what]) => [id, columns(what)]))
  const stepRows = steps.map((step) => ({ ...stepRow(step), ...(step.seen && columns(step.seen)) }))
  return {
    columnsOf: (transactionId) => ofTransactions.get(transactionId) ?? {},
    steps: stepRows,
    versions: [...missing.values()].toSorted((a, b) => (a.hash < b.hash ? -1 : 1)),
  }
}

const stepRow = (step: StepRecord) => ({
  customer_id: step.customerId,
  sequence: step.sequence,
  account_id: step.accountId,
  transaction_id: step.transactionId,
  kind: step.kind,
  amount: step.amount,
  final: step.final,
  decision: step.decision,
  reasons: step.reasons.length === 0 ? null : step.reasons,
  at: step.at,
})

/** None for the common decision: no intents, no attestation, credentials that are right or were not given. */
function circumstancesColumn({ intentIds, lastAttestedAt, credentialsValid }: Seen) {
  if (intentIds.length === 0 && lastAttestedAt === null && credentialsValid) return {}
  const circumstances: Circumstances = {
    ...(intentIds.length === 0 ? {} : { intents: [...intentIds] }),
    ...(lastAttestedAt === null ? {} : { attestedAt: lastAttestedAt }),
    ...(credentialsValid ? {} : { credentialsValid }),
  }
  return { circumstances }
}
