import { auditEntries, auditHeads, signedHeads } from '../../store/history/audit-rows.ts'
import type { Snapshot } from '../../store/history/snapshot.ts'
import { AuditChainCheck } from '../../lib/audit-check.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { Difference } from '../difference.ts'
import { compareResources } from './compare-resources.ts'

/** Each chain is whole and ends where its head says, and each resource is what its entries lead to. */
export async function compareAudit(snapshot: Snapshot, report: (difference: Difference) => void): Promise<void> {
  const shortened = await compareChains(snapshot, report)
  await compareResources(snapshot, { shortened, report })
}

/** Answers the accounts whose oldest entries the service has deleted. */
async function compareChains(
  snapshot: Snapshot,
  report: (difference: Difference) => void,
): Promise<ReadonlySet<string>> {
  const signed = Map.groupBy(await signedHeads(snapshot), ({ account_id }) => account_id)
  const checks = new Map<string, AuditChainCheck>()
  const heads = await auditHeads(snapshot)
  const checkOf = (accountId: string) => {
    const check =
      checks.get(accountId) ??
      new AuditChainCheck(({ sequence, id, what }) =>
        report({ customerId: accountId, sequence, subject: id, what, stored: id, replayed: null }),
      )
    checks.set(accountId, check)
    return check
  }
  for await (const { accountId, entry, bucket } of auditEntries(snapshot)) {
    const check = checkOf(accountId)
    check.entry(entry)
    if (bucket !== bucketOf(accountId)) {
      const about = { customerId: accountId, sequence: entry.sequence, subject: entry.id }
      report({ ...about, what: 'bucket', stored: bucket, replayed: bucketOf(accountId) })
    }
    const due = signed.get(accountId) ?? []
    while (due[0] && due[0].sequence <= entry.sequence) {
      const { sequence, hash } = due.shift() as (typeof due)[number]
      check.head({ accountId, sequence, hash })
    }
  }
  for (const { account_id: accountId, sequence, hash } of [...heads, ...[...signed.values()].flat()]) {
    checkOf(accountId).head({ accountId, sequence, hash })
  }
  const known = new Set(heads.map(({ account_id }) => account_id))
  for (const [accountId, check] of checks) {
    check.end()
    if (!known.has(accountId)) {
      const what = 'entries of an account without a head'
      report({ customerId: accountId, sequence: null, subject: accountId, what, stored: accountId, replayed: null })
    }
  }
  return new Set([...checks].filter(([, { isShortened }]) => isShortened).map(([accountId]) => accountId))
}
