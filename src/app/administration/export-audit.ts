import type { ExportedAuditEntry, SignedAuditHead } from '../../lib/audit-chain.ts'
import { systemClock } from '../../lib/clock.ts'
import { assertPresent } from '../../lib/assert.ts'
import { chunksOf } from '../../lib/chunks-of.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import { whyHeadNotSignable } from '../../store/audit/following.ts'
import type { AuditKeys } from '../../store/audit/audit-macs.ts'
import { signedAuditHeadOfRow, signAuditHead } from '../../store/audit/signed-head.ts'
import { auditEntries, auditHeads, signedAuditHeads } from '../../store/history/audit-rows.ts'
import { onDatabaseSnapshot, type DatabaseSnapshot } from '../../store/connection/snapshot.ts'
import type { AccountRow } from '../../store/rows/tables.ts'
import { withMigratedDatabase } from './borrowed-database.ts'
import { openDatabaseVault } from './database-vault.ts'
import { assertDatabaseMade } from './open-store.ts'
import type { Logger } from '../telemetry/logger.ts'
import { explainMasterKeyError, masterKeySource } from '../master-keys.ts'
import type { Settings } from '../settings/options.ts'

const LINES_AT_ONCE = 1000

/** A line of an export of an audit trail: an entry, or a signed head right after the entry that it names. */
export type AuditExportLine = ExportedAuditEntry | { readonly head: SignedAuditHead }

export interface AuditExport {
  readonly settings: Settings
  readonly logger: Logger
  /** Picks the id of the account whose audit trail is exported. */
  readonly choose: (accounts: readonly AccountRow[]) => string
  readonly onLine: (line: AuditExportLine) => Promise<void>
  /** Called with the number of each exported audit entry, and the number of the last one. */
  readonly onProgress: (entry: number, last: number) => void
}

/**
 * Exports the audit trail of an account, also beside a running service. Resolves to the reason why the export does not end with a signed
 * head, or to null where it does.
 */
export async function exportAudit({
  settings,
  logger,
  choose,
  onLine,
  onProgress,
}: AuditExport): Promise<string | null> {
  let unsigned: string | null = null
  await assertDatabaseMade(settings)
  const masterKeys = await masterKeySource(settings)
  await withMigratedDatabase(settings, logger, async (database) => {
    const { vault } = await openDatabaseVault(database, { masterKeys, settings, logger }).catch(explainMasterKeyError)
    const accountId = choose(await listAccounts(database.db))
    let exported = 0 // the position of the last exported line: if reading starts again, the lines up to it are skipped
    await onDatabaseSnapshot(database.pool, async (snapshot) => {
      const last = (await auditHeads(snapshot)).find((head) => head.account_id === accountId)?.sequence ?? 0
      const before = exported
      const onUnsigned = (why: string) => (unsigned = why)
      const lines = auditExportLines(snapshot, vault, { accountId, now: systemClock.now(), onUnsigned })
      for await (const chunk of confirmedChunks(snapshot, lines)) {
        for (const line of chunk) {
          if (orderOf(line) <= before) continue
          await onLine(line)
          exported = orderOf(line)
          if ('sequence' in line) onProgress(line.sequence, last)
        }
      }
    })
  })
  return unsigned
}

/** The position of a line in the export of an audit trail. A signed head comes right after the entry that it names. */
const orderOf = (line: AuditExportLine): number => ('sequence' in line ? 2 * line.sequence : 2 * line.head.sequence + 1)

/**
 * Yields the lines of an audit trail in chunks. A chunk is yielded only once it is confirmed that the snapshot lacks no line up to its end.
 */
async function* confirmedChunks(
  snapshot: DatabaseSnapshot,
  lines: AsyncIterable<AuditExportLine>,
): AsyncGenerator<readonly AuditExportLine[]> {
  for await (const chunk of chunksOf(lines, LINES_AT_ONCE)) {
    await snapshot.confirm()
    yield chunk
  }
}

interface Exported {
  readonly accountId: string
  readonly now: number
  /** Called with the reason why the end of the audit trail is not signed. */
  readonly onUnsigned: (why: string) => void
}

/**
 * Yields all audit entries of an account, each signed head right after the entry that it names, and at the end a newly signed head where
 * the trail may be signed.
 */
export async function* auditExportLines(
  snapshot: DatabaseSnapshot,
  keys: AuditKeys,
  { accountId, now, onUnsigned }: Exported,
): AsyncGenerator<AuditExportLine> {
  const kept = (await signedAuditHeads(snapshot))
    .filter((row) => row.account_id === accountId)
    .map(signedAuditHeadOfRow)
  let end = 0
  for await (const { entry } of auditEntries(snapshot, accountId)) {
    end = entry.sequence
    // These signed heads of the audit trail name entries that retention has deleted.
    for (; kept[0] && kept[0].sequence < entry.sequence; kept.shift()) yield { head: kept[0] }
    yield entry
    for (; kept[0] && kept[0].sequence <= entry.sequence; kept.shift()) yield { head: kept[0] }
  }
  for (const head of kept) yield { head }
  const last = (await auditHeads(snapshot)).find((row) => row.account_id === accountId)
  const head = assertPresent(last, 'an account has an audit trail')
  const found = { ...head, is_overtaken: end > head.sequence }
  const refusal = await whyHeadNotSignable(({ text }, values) => snapshot.rows(text, values), keys, found)
  if (refusal === null) yield { head: signAuditHead(keys, head, now) }
  else onUnsigned(refusal.why)
}

/** The public key that this installation's exports are checked with, as PEM. */
export async function auditPublicKey(settings: Settings, logger: Logger): Promise<string> {
  await assertDatabaseMade(settings)
  const masterKeys = await masterKeySource(settings)
  return withMigratedDatabase(settings, logger, async (database) => {
    const { vault } = await openDatabaseVault(database, { masterKeys, settings, logger }).catch(explainMasterKeyError)
    return vault.auditPublicKey()
  })
}
