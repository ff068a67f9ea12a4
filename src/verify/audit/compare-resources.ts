import {
  applyFieldChanges,
  type AuditedFieldValues,
  auditedFieldValues,
  isSameJson,
} from '../../domain/audit/field-changes.ts'
import { impossibleAuditChanges } from '../../domain/audit/impossible-changes.ts'
import type { ResourceType } from '../../domain/audit/audited-act.ts'
import { AUDIT_KEPT_FROM_PATH, AUDIT_MACS_FROM_PATH } from '../../lib/audit-check.ts'
import {
  type AuditedResource,
  readAuditedResources,
  auditedResourceTypes,
  auditChangesOfResourceType,
  type StoredAuditChanges,
} from '../../store/history/audit-rows.ts'
import type { DatabaseSnapshot } from '../../store/connection/snapshot.ts'
import type { ReplayDifference } from '../replay-difference.ts'
import { PeekableAsyncSource } from '../peekable.ts'

interface Comparison {
  /** Accounts whose oldest audit entries are deleted, so the state before the remaining entries is unknown. */
  readonly shortened: ReadonlySet<string>
  readonly report: (difference: ReplayDifference) => void
}

/** Fields that only audit entries contain and no row stores. */
const AUDIT_ONLY = new Set([
  AUDIT_KEPT_FROM_PATH,
  AUDIT_MACS_FROM_PATH,
  'secretValidUntil',
  'session',
  'passkey',
  'passkeyName',
  'passkeyConfirmed',
  'passwordChanged',
  'passwordReset',
  'identity',
  'disabledByProvider',
  'urlChanged',
  'numberDestroyed',
  'masterKeyId',
  'receiptKey',
  'retiredMasterKeys',
])

/**
 * Checks that each resource is in the state that its audit entries lead to, and that each entry begins with the values that the entry
 * before it ended with.
 */
export async function compareResourcesWithAudit(snapshot: DatabaseSnapshot, comparison: Comparison): Promise<void> {
  for (const type of auditedResourceTypes) await compareType(snapshot, type, comparison)
}

async function compareType(snapshot: DatabaseSnapshot, type: ResourceType, comparison: Comparison): Promise<void> {
  const changes = new PeekableAsyncSource(auditChangesOfResourceType(snapshot, type))
  for await (const row of readAuditedResources(snapshot, type)) {
    await compareRemoved(changes, { type, isRemoved: (id) => id < row.id }, comparison)
    const own = await changes.takeWhile(({ resourceId }) => resourceId === row.id)
    compareOne(own, { type, ...row }, comparison)
  }
  await compareRemoved(changes, { type, isRemoved: () => true }, comparison)
}

/** Checks resources that no longer exist: after the last audit entry about one of them no field of it may be set. */
async function compareRemoved(
  changes: PeekableAsyncSource<StoredAuditChanges>,
  { type, isRemoved }: { type: ResourceType; isRemoved: (id: string) => boolean },
  comparison: Comparison,
): Promise<void> {
  for (;;) {
    const first = await changes.takeIf(({ resourceId }) => isRemoved(resourceId))
    if (first === undefined) return
    const { resourceId, accountId } = first
    const more = await changes.takeWhile((next) => next.resourceId === resourceId)
    const { fields, say } = historyOf([first, ...more], { type, id: resourceId, accountId }, comparison)
    if (fields.size > 0) say(null, { what: 'no audit entry has removed it', stored: null, replayed: resourceId })
  }
}

function compareOne(
  entries: readonly StoredAuditChanges[],
  row: AuditedResource & OfType,
  comparison: Comparison,
): void {
  const { fields, known, say } = historyOf(entries, row, comparison)
  const isWhole = !comparison.shortened.has(row.accountId)
  if (isWhole && fields.size === 0)
    return say(null, { what: 'no audit entry has made it', stored: row.id, replayed: null })
  const stored = auditedFieldValues(row.state)
  for (const path of new Set([...fields.keys(), ...stored.keys()])) {
    const [is, led] = [stored.get(path) ?? null, fields.get(path) ?? null]
    if ((isWhole || known.has(path)) && !isSameJson(is, led)) {
      say(null, { what: `no audit entry has changed ${path}`, stored: is, replayed: led })
    }
  }
}

type ReportOne = (sequence: number | null, difference: Pick<ReplayDifference, 'what' | 'stored' | 'replayed'>) => void

interface OfType {
  readonly type: ResourceType
}

interface AuditedHistory {
  /** The fields of the resource after its last audit entry. */
  readonly fields: AuditedFieldValues
  /** The paths of the resource's fields that its audit entries name. */
  readonly known: ReadonlySet<string>
  readonly say: ReportOne
}

/**
 * Applies the audit entries of a resource in order. Reports each entry that does not begin with the values that the entry before it ended
 * with, or that changes a field which cannot change in that state.
 */
function historyOf(
  entries: readonly StoredAuditChanges[],
  { type, id, accountId }: OfType & Pick<AuditedResource, 'id' | 'accountId'>,
  { shortened, report }: Comparison,
): AuditedHistory {
  const say: ReportOne = (sequence, difference) =>
    report({ customerId: accountId, sequence, subject: id, ...difference })
  const isWhole = !shortened.has(accountId)
  let fields: AuditedFieldValues = new Map()
  const known = new Set<string>()
  for (const { sequence, changes } of entries) {
    const kept = changes.filter(({ path }) => !AUDIT_ONLY.has(path))
    for (const { path, before } of kept) {
      const was = fields.get(path) ?? null
      if ((isWhole || known.has(path)) && !isSameJson(was, before)) {
        say(sequence, { what: `no audit entry has changed ${path} before it`, stored: before, replayed: was })
      }
      known.add(path)
    }
    for (const { path, before, after } of impossibleAuditChanges(
      type,
      fields.get('status') as string | undefined,
      kept,
    )) {
      say(sequence, { what: `nobody can have changed ${path}`, stored: after, replayed: before })
    }
    fields = applyFieldChanges(fields, kept)
  }
  return { fields, known, say }
}
