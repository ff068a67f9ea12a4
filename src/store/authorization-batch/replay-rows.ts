import type { Changes } from '../../domain/batch/changes.ts'
import type { Seen, StepRecord } from '../../domain/batch/seen.ts'
import type { Columns } from '../columns.ts'
import type { PolicyVersions, VersionRow } from '../policy-versions.ts'
import type { Circumstances } from '../tables.ts'

/** What a batch leaves for a replay of its decisions. */
export interface ReplayRows {
  /** Further columns of a new transaction. */
  columnsOf(transactionId: string): ReplayColumns
  readonly steps: readonly StepRow[]
  /** In the order of their hashes: two nodes that store the same ones wait for each other, and never in a circle. */
  readonly versions: readonly VersionRow[]
}

/** What a transaction and a step both tell of their decision. */
interface ReplayColumns {
  readonly policy_version: string | null
  readonly circumstances: Circumstances | null
}

const nothingSeen: ReplayColumns = { policy_version: null, circumstances: null }

export function replayRows({ seen, steps }: Changes, versions: PolicyVersions): ReplayRows {
  const missing = new Map<string, VersionRow>()
  const columns = (what: Seen): ReplayColumns => ({
    policy_version: versions.versionOf(what, missing),
    circumstances: circumstances(what),
  })
  const ofTransactions = new Map([...seen].map(([id, what]) => [id, columns(what)]))
  const stepRows = steps.map((step) => ({ ...stepRow(step), ...(step.seen ? columns(step.seen) : nothingSeen) }))
  return {
    columnsOf: (transactionId) => ofTransactions.get(transactionId) ?? nothingSeen,
    steps: stepRows,
    versions: [...missing.values()].toSorted((a, b) => (a.hash < b.hash ? -1 : 1)),
  }
}

export const stepColumns: Columns<StepRow> = {
  customer_id: 'word',
  sequence: 'bigint',
  account_id: 'word',
  transaction_id: 'word',
  kind: 'word',
  amount: 'bigint',
  final: 'boolean',
  decision: 'word',
  reasons: 'json',
  policy_version: 'word',
  circumstances: 'json',
  at: 'bigint',
}

type StepRow = ReturnType<typeof stepRow> & ReplayColumns

export const stepRow = (step: StepRecord) => ({
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
function circumstances({ intentIds, lastAttestedAt, credentialsValid }: Seen): Circumstances | null {
  if (intentIds.length === 0 && lastAttestedAt === null && credentialsValid) return null
  return {
    ...(intentIds.length === 0 ? {} : { intents: [...intentIds] }),
    ...(lastAttestedAt === null ? {} : { attestedAt: lastAttestedAt }),
    ...(credentialsValid ? {} : { credentialsValid }),
  }
}
