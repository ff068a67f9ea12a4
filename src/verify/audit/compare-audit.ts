import type { AuditKeys } from '../../store/audit/audit-macs.ts'
import { auditEntries, auditHeads, signedAuditHeads } from '../../store/history/audit-rows.ts'
import type { DatabaseSnapshot } from '../../store/connection/snapshot.ts'
import type { ReplayDifference } from '../replay-difference.ts'
import { AccountAuditTrailCheck, type AuditTrailExtent } from './account-trail.ts'
import { compareResourcesWithAudit } from './compare-resources.ts'
import { compareSignInsWithAudit } from './compare-sign-ins.ts'

export interface AuditVerificationContext {
  readonly vault: AuditKeys
  readonly report: (difference: ReplayDifference) => void
}

/**
 * Checks that each account's audit chain is complete, is signed by the service and ends at its head, and that each
 * resource, session, passkey, password link and identity at the provider is in the state that its entries lead to.
 */
export async function compareAuditTrails(
  snapshot: DatabaseSnapshot,
  comparison: AuditVerificationContext,
): Promise<void> {
  const trails = await compareTrails(snapshot, comparison)
  const shortened = new Set([...trails].filter(([, { keptSince }]) => keptSince !== null).map(([id]) => id))
  await compareResourcesWithAudit(snapshot, { shortened, report: comparison.report })
  await compareSignInsWithAudit(snapshot, { ...comparison, trails })
}

/** Checks the audit chains. Returns by account id how far each account's audit trail goes back. */
async function compareTrails(
  snapshot: DatabaseSnapshot,
  { vault, report }: AuditVerificationContext,
): Promise<ReadonlyMap<string, AuditTrailExtent>> {
  const signed = Map.groupBy(await signedAuditHeads(snapshot), ({ account_id }) => account_id)
  const heads = new Map((await auditHeads(snapshot)).map((head) => [head.account_id, head]))
  const trails = new Map<string, AccountAuditTrailCheck>()
  const trailOf = (accountId: string): AccountAuditTrailCheck => {
    const trail =
      trails.get(accountId) ?? new AccountAuditTrailCheck({ accountId, head: heads.get(accountId), vault, report })
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
