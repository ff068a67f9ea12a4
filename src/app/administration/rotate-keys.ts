import { retireMasterKeys, type VaultRotationReport, rotateVaultKeys } from '../../services/numbers/vault-rotation.ts'
import { monotonicIds } from '../../lib/ids.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import type { AuditKeys } from '../../store/audit/audit-macs.ts'
import { inAuditedTransaction } from '../../store/audit/trail.ts'
import type { Database } from '../../store/connection/database.ts'
import { addMasterKeyToFile, removeMasterKeysFromFile } from '../../vault/key-file.ts'
import { withMigratedDatabase } from './borrowed-database.ts'
import { openDatabaseVault } from './database-vault.ts'
import type { Logger } from '../telemetry/logger.ts'
import { explainMasterKeyError, masterKeyFileIn, masterKeySource } from '../master-keys.ts'
import type { Settings } from '../settings/options.ts'
import { assertOneMasterKey } from '../settings/servable.ts'
import { auditedActOfShell } from './shell-act.ts'
import { assertDatabaseMade } from './open-store.ts'

export interface RotateMasterKeysOptions {
  readonly settings: Settings
  readonly logger: Logger
  /** Whether to renew also the hash key, with which card numbers are looked up. */
  readonly hashKey: boolean
  /** Whether to seal every card number again under a new data key. */
  readonly reencrypt: boolean
  /** Whether to take the older master keys out of use, and out of the generated key file. */
  readonly retire: boolean
  readonly onProgress: (renewedCards: number, cards: number) => void
}

export interface KeyRotationReport extends VaultRotationReport {
  /**
   * The ids of the master keys that nothing in the database needs any more. Where Purser keeps the key file itself, they were removed from
   * it.
   */
  readonly retiredKeys: readonly string[]
  readonly isKeptByOperator: boolean
}

/**
 * Seals every card number under a new master key while the service runs (contract, section 7). Where Purser keeps the key file, this adds
 * the new key to the file. Where the operator keeps the keys, the first key that the operator has given is the new one.
 */
export async function rotateMasterKeys({
  settings,
  logger,
  retire,
  ...rest
}: RotateMasterKeysOptions): Promise<KeyRotationReport> {
  await assertDatabaseMade(settings)
  assertOneMasterKey(settings)
  const { masterKey, masterKeyFile, masterKeyCommand } = settings
  const isKeptByOperator = (masterKey ?? masterKeyFile ?? masterKeyCommand) !== null
  const masterKeys = await masterKeySource(settings)
  return withMigratedDatabase(settings, logger, async (database) => {
    const opened = await openDatabaseVault(database, { masterKeys, settings, logger }).catch(explainMasterKeyError)
    const newMasterKey = isKeptByOperator
      ? undefined
      : () => addMasterKeyToFile(masterKeyFileIn(settings.dataDirectory))
    const report = await rotateVaultKeys({ database, opened, newMasterKey, ...rest })
    const retiredKeys = retire ? await retireMasterKeys({ database, opened }) : []
    if (!isKeptByOperator && retiredKeys.length > 0)
      await removeMasterKeysFromFile(masterKeyFileIn(settings.dataDirectory), retiredKeys)
    await tellRotation(database, opened.vault, { masterKeyId: report.masterKeyId, retiredMasterKeys: retiredKeys })
    return { ...report, retiredKeys, isKeptByOperator }
  })
}

/** Records the rotation of the master key in the audit trail of every account, because all accounts share the vault. */
async function tellRotation(
  database: Database,
  vault: AuditKeys,
  { masterKeyId, retiredMasterKeys }: { masterKeyId: string; retiredMasterKeys: readonly string[] },
): Promise<void> {
  const changes = [
    { path: 'masterKeyId', before: null, after: masterKeyId },
    ...(retiredMasterKeys.length === 0 ? [] : [{ path: 'retiredMasterKeys', before: null, after: retiredMasterKeys }]),
  ]
  await inAuditedTransaction(
    database,
    { ids: monotonicIds(database.clock), vault, act: auditedActOfShell('rotateVault') },
    async ({ audit, tx }) => {
      for (const { id } of await listAccounts(tx)) {
        audit.record({ accountId: id, customerId: null, resource: { type: 'account', id }, changes })
      }
    },
  )
}
