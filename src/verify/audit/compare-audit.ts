import type { AuditKeys } from '../../store/audit/audit-macs.ts'
import { auditEntries, auditHeads, signedAuditHeads } from '../../store/history/audit-rows.ts'
import type { Snapshot } from '../../store/connection/snapshot.ts'
import type { ReplayDifference } from '../replay-difference.ts'
import { AccountTrailCheck, type AuditTrailExtent } from './account-trail.ts'
import { compareResources } from './compare-resources.ts'
import { compareSignIns } from './compare-sign-ins.ts'

export interface AuditComparison {
  readonly vault: AuditKeys
  readonly report: (difference: ReplayDifference) => void
}

/**
 * Checks that each account's audit chain is complete, is signed by the service and ends at its head, and that each
 * resource, session, passkey, password link and identity at the provider is in the state that its entries lead to.
 */
export async function compareAudit(snapshot: Snapshot, comparison: AuditComparison): Promise<void> {
  const trails = await compareTrails(snapshot, comparison)
  const shortened = new Set([...trails].filter(([, { keptSince }]) => keptSince !== null).map(([id]) => id))
  await compareResources(snapshot, { shortened, report: comparison.report })
  await compareSignIns(snapshot, { ...comparison, trails })
}

/** Checks the audit chains. Returns by account id how far each account's audit trail goes back. */
async function compareTrails(
  snapshot: Snapshot,
  { vault, report }: AuditComparison,
): Promise<ReadonlyMap<string, AuditTrailExtent>> {
  const signed = Map.groupBy(await signedAuditHeads(snapshot), ({ account_id }) => account_id)
  const heads = new Map((await auditHeads(snapshot)).map((head) => [head.account_id, head]))
  const trails = new Map<string, AccountTrailCheck>()
  const trailOf = (accountId: string): AccountTrailCheck => {
    const trail =
      trails.get(accountId) ?? new AccountTrailCheck({ accountId, head: heads.get(accountId), vault, report })
    trails.set(accountId, trail)
    return trail
  }
  const takeSigned = (accountId: string, upTo: number): void => {
    const pending = signed.get(accountId) ?? []
    for (; pending[0] !== undefined && pending[0].sequence <= upTo; pending.shift())
      trailOf(accountId).signed(pending[0])
  }
  for await (const stored of auditEntries(snapshot)) {
    const { accountId, entry } = stored
    takeSigned(accountId, entry.sequence - 1)
    trailOf(accountId).entry(stored)
    takeSigned(accountId, entry.sequence)
  }
  for (const accountId of new Set([...heads.keys(), ...signed.keys()])) {
    trailOf(accountId)
    takeSigned(accountId, Number.POSITIVE_INFINITY)
  }
  for (const trail of trails.values()) trail.end()
  return new Map([...trails].map(([accountId, trail]) => [accountId, trail.facts]))
}
