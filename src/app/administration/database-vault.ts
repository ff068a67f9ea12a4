import { monotonicIds } from '../../lib/ids.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import { adoptAuditTrail } from '../../store/audit/adoption.ts'
import type { Database } from '../../store/connection/database.ts'
import { loadStoredSetting, replaceStoredSetting } from '../../store/nodes/settings.ts'
import type { MasterKeySource } from '../../vault/key-provider.ts'
import { openVault, type OpenedVault } from '../../vault/open-vault.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Settings } from '../settings/options.ts'

interface Opening {
  readonly masterKeys: MasterKeySource
  readonly settings: Settings
  readonly logger: Pick<Logger, 'error' | 'info'>
}

/** Opens the vault whose key ring is in this database. */
export async function openDatabaseVault(
  database: Database,
  { masterKeys, settings, logger }: Opening,
): Promise<OpenedVault> {
  const opened = await openVault({
    masterKeys,
    settings: {
      load: (name) => loadStoredSetting(database.db, name),
      replace: (name, before, after) => replaceStoredSetting(database, name, { before, after }),
    },
    bin: settings.cardBin,
  })
  if (!opened.hasAuditMacs()) await adoptTrails(database, opened, logger)
  return opened
}

/**
 * Protects the audit trails of earlier versions, whose entries have no MACs (see `adoptAuditTrail`). This happens once, after the migration that
 * added the columns for MACs and before any new entry is appended.
 */
async function adoptTrails(database: Database, opened: OpenedVault, logger: Opening['logger']): Promise<void> {
  const by = { ids: monotonicIds(database.clock), vault: opened.vault }
  const accounts = await listAccounts(database.db)
  for (const { id: accountId } of accounts) {
    const refusal = await adoptAuditTrail(database, by, accountId)
    if (refusal !== null) logger.error({ accountId, why: refusal.why }, REFUSED)
  }
  await opened.noteAuditMacs()
  if (accounts.length > 0) logger.info({ accounts: accounts.length }, 'entries of audit trails get MACs from now on')
}

const REFUSED =
  'this audit trail does not follow from its last signed head: it was written to, and is not signed any more. Run purser verify, which says where'
