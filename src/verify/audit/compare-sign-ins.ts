import { auditChangesOfResourceType, type StoredAuditChanges } from '../../store/history/audit-rows.ts'
import { type SignInKind, type SignInRow, readSignInsOfKind } from '../../store/history/sign-in-rows.ts'
import type { DatabaseSnapshot } from '../../store/connection/snapshot.ts'
import { PeekableAsyncSource } from '../peekable.ts'
import type { AuditTrailExtent } from './account-trail.ts'
import type { AuditVerificationContext } from './compare-audit.ts'
import { SignInsOfAuditEntries } from './sign-ins-of-audit-entries.ts'

interface Comparison extends AuditVerificationContext {
  readonly trails: ReadonlyMap<string, AuditTrailExtent>
}

const kinds = ['session', 'passkey', 'passwordReset', 'identity'] as const satisfies readonly SignInKind[]

/**
 * Checks that the stored sessions, passkeys, password links and identities at the provider are exactly those that the
 * entries of their people made and did not end, and that each has the MAC of the service. The entries are needed beside
 * the MAC: a row that was ended and put back by hand has a valid MAC.
 */
export async function compareSignInsWithAudit(snapshot: DatabaseSnapshot, comparison: Comparison): Promise<void> {
  const entries = new PeekableAsyncSource(auditChangesOfResourceType(snapshot, 'person', 'sign_ins_told'))
  const rows = kinds.map((kind) => ({ kind, rows: new PeekableAsyncSource(readSignInsOfKind(snapshot, kind)) }))
  for (;;) {
    const waiting = [(await entries.peek())?.resourceId]
    for (const { rows: own } of rows) waiting.push((await own.peek())?.personId)
    const [personId] = waiting.filter((id) => id !== undefined).toSorted((a, b) => (a < b ? -1 : 1))
    if (personId === undefined) return
    const ofPerson = await entries.takeWhile(({ resourceId }) => resourceId === personId)
    for (const { kind, rows: all } of rows) {
      const own = await all.takeWhile((row) => row.personId === personId)
      comparePerson(kind, { entries: ofPerson, own, personId }, comparison)
    }
  }
}

const endedByTime: ReadonlySet<SignInKind> = new Set(['session', 'passwordReset'])

interface OfPerson {
  readonly personId: string
  readonly entries: readonly StoredAuditChanges[]
  readonly own: readonly SignInRow[]
}

function comparePerson(kind: SignInKind, { personId, entries, own }: OfPerson, comparison: Comparison): void {
  const { vault, trails, report } = comparison
  const macsFrom = (accountId: string) => trails.get(accountId)?.macsFrom ?? 0
  const left = new SignInsOfAuditEntries(kind, entries, macsFrom)
  for (const row of own) {
    const say = (what: string, stored: unknown, replayed: unknown) =>
      report({ customerId: row.accountId, sequence: null, subject: row.id, what, stored, replayed })
    if (!row.isProven(vault)) say('it does not have the MAC of this service', row.id, null)
    for (const [field, stored] of Object.entries(row.fields)) {
      const replayed = left.fieldOf(row.id, field)
      if (replayed !== undefined && replayed !== stored) say(`no audit entry has changed ${field}`, stored, replayed)
    }
    if (left.take(row.id) || isOlderThanEntries(row, left, trails.get(row.accountId))) continue
    say(left.hasEnded(row.id) ? 'an audit entry has ended it' : 'no audit entry has made it', row.id, null)
  }
  for (const { id, accountId, sequence } of left.rest()) {
    // Before audit entries had MACs, none was written when a session or a link ended by time.
    const mayHaveEnded = endedByTime.has(kind) && sequence < macsFrom(accountId)
    const about = { customerId: accountId, sequence, subject: id, stored: null, replayed: personId }
    if (!mayHaveEnded) report({ ...about, what: `no audit entry has ended it` })
  }
}

/**
 * Whether a stored session, passkey, link or identity may lack its audit entry: the entry was deleted after its retention time, or an
 * earlier version wrote it without an id.
 */
function isOlderThanEntries(
  row: SignInRow,
  byEntries: SignInsOfAuditEntries,
  trail: AuditTrailExtent | undefined,
): boolean {
  if (trail === undefined || byEntries.hasEnded(row.id)) return false
  const isDeleted = trail.keptSince !== null && row.madeAt < trail.keptSince
  return isDeleted || (byEntries.hasUnnamed(trail.macsFrom) && row.madeAt < trail.macsSince)
}
