import type { AuditEntry, SignedHead } from '../../lib/audit-chain.ts'
import { systemClock } from '../../lib/clock.ts'
import { present } from '../../lib/assert.ts'
import { chunksOf } from '../../lib/chunks-of.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import { keptHead, signedHead, type Signer } from '../../store/audit/heads.ts'
import { auditEntries, auditHeads, signedHeads } from '../../store/history/audit-rows.ts'
import { atOneMoment, type Snapshot } from '../../store/history/snapshot.ts'
import type { AccountRow } from '../../store/rows/tables.ts'
import { withBorrowedDatabase } from './borrowed-database.ts'
import { openDatabaseVault } from './database-vault.ts'
import type { Logger } from '../telemetry/logger.ts'
import { explainKeyError, masterKeySource } from '../master-keys.ts'
import type { Settings } from '../settings/options.ts'

const LINES_AT_ONCE = 1000

/** A line of an export: an entry, or a signed head right after the entry that it names. */
export type ExportedLine = AuditEntry | { readonly head: SignedHead }

export interface AuditExport {
  readonly settings: Settings
  readonly logger: Logger
  /** Which of the accounts that there are. */
  readonly choose: (accounts: readonly AccountRow[]) => string
  readonly onLine: (line: ExportedLine) => Promise<void>
  /** With the number of each entry, and that of the last one. */
  readonly onProgress: (entry: number, last: number) => void
}

/** Exports the audit trail of an account; also beside a running service. */
export async function exportAudit({ settings, logger, choose, onLine, onProgress }: AuditExport): Promise<void> {
  const masterKeys = await masterKeySource(settings)
  await withBorrowedDatabase(settings, logger, async (database) => {
    const { vault } = await openDatabaseVault(database, { masterKeys, settings }).catch(explainKeyError)
    const accountId = choose(await listAccounts(database.db))
    let told = 0 // by order in the export: where it begins anew, it goes on behind what was told
    await atOneMoment(database.pool, async (snapshot) => {
      const last = (await auditHeads(snapshot)).find((head) => head.account_id === accountId)?.sequence ?? 0
      const before = told
      const lines = exportedLines(snapshot, vault, { accountId, now: systemClock.now() })
      for await (const chunk of confirmedChunks(snapshot, lines)) {
        for (const line of chunk) {
          if (orderOf(line) <= before) continue
          await onLine(line)
          told = orderOf(line)
          if ('sequence' in line) onProgress(line.sequence, last)
        }
      }
    })
  })
}

/** A signed head is behind the entry that it names. */
const orderOf = (line: ExportedLine): number => ('sequence' in line ? 2 * line.sequence : 2 * line.head.sequence + 1)

/** Lines before which none is missing. */
async function* confirmedChunks(
  snapshot: Snapshot,
  lines: AsyncIterable<ExportedLine>,
): AsyncGenerator<readonly ExportedLine[]> {
  for await (const chunk of chunksOf(lines, LINES_AT_ONCE)) {
    await snapshot.confirm()
    yield chunk
  }
}

/** All entries of an account, each signed head right after the entry that it names, and at the end one that is signed now. */
export async function* exportedLines(
  snapshot: Snapshot,
  signer: Signer,
  { accountId, now }: { accountId: string; now: number },
): AsyncGenerator<ExportedLine> {
  const kept = (await signedHeads(snapshot)).filter((row) => row.account_id === accountId).map(keptHead)
  for await (const { entry } of auditEntries(snapshot, accountId)) {
    yield entry
    for (; kept[0] && kept[0].sequence <= entry.sequence; kept.shift()) yield { head: kept[0] }
  }
  for (const head of kept) yield { head }
  const last = (await auditHeads(snapshot)).find((row) => row.account_id === accountId)
  yield { head: signedHead(signer, present(last, 'an account has an audit trail'), now) }
}

/** The key that exports of this installation are checked with, PEM. */
export async function auditPublicKey(settings: Settings, logger: Logger): Promise<string> {
  const masterKeys = await masterKeySource(settings)
  return withBorrowedDatabase(settings, logger, async (database) => {
    const { vault } = await openDatabaseVault(database, { masterKeys, settings }).catch(explainKeyError)
    return vault.auditPublicKey()
  })
}
