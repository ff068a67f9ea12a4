import { monotonicIds } from '../../lib/ids.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import type { AuditKeys } from '../../store/audit/audit-macs.ts'
import { inAuditedTransaction } from '../../store/audit/trail.ts'
import type { Database } from '../../store/connection/database.ts'
import type { OpenedVault } from '../../vault/open-vault.ts'
import type { ReceiptPublicKey } from '../../vault/receipt-keys.ts'
import { withMigratedDatabase } from './borrowed-database.ts'
import { openDatabaseVault } from './database-vault.ts'
import type { Logger } from '../telemetry/logger.ts'
import { explainMasterKeyError, masterKeySource } from '../master-keys.ts'
import type { Settings } from '../settings/options.ts'
import { auditedActOfShell } from './shell-act.ts'
import { assertDatabaseMade } from './open-store.ts'

/** The public keys that this installation's receipts are verified with, as a JWK Set. */
export const receiptPublicKeys = (settings: Settings, logger: Logger): Promise<{ keys: ReceiptPublicKey[] }> =>
  withVault(settings, logger, (_database, { vault }) => Promise.resolve({ keys: vault.receiptKeys() }))

export interface RotatedReceiptKey {
  readonly kid: string
  readonly formerKeys: number
}

/**
 * Makes a new key for receipts while the service runs. The private key that was used until then is deleted; its public key is kept, to
 * verify older receipts.
 */
export const rotateReceiptKey = (settings: Settings, logger: Logger): Promise<RotatedReceiptKey> =>
  withVault(settings, logger, async (database, opened) => {
    const before = opened.vault.receiptSigner().kid
    await opened.renewReceiptKey()
    const { kid } = opened.vault.receiptSigner()
    await tell(database, opened.vault, { before, after: kid })
    return { kid, formerKeys: opened.vault.receiptKeys().length - 1 }
  })

async function withVault<T>(
  settings: Settings,
  logger: Logger,
  work: (database: Database, opened: OpenedVault) => Promise<T>,
): Promise<T> {
  await assertDatabaseMade(settings)
  const masterKeys = await masterKeySource(settings)
  return withMigratedDatabase(settings, logger, async (database) =>
    work(database, await openDatabaseVault(database, { masterKeys, settings, logger }).catch(explainMasterKeyError)),
  )
}

/** Records the rotation of the receipt key in the audit trail of every account, because all accounts share the key. */
async function tell(
  database: Database,
  vault: AuditKeys,
  { before, after }: { before: string; after: string },
): Promise<void> {
  const changes = [{ path: 'receiptKey', before, after }]
  await inAuditedTransaction(
    database,
    { ids: monotonicIds(database.clock), vault, act: auditedActOfShell('rotateReceiptKey') },
    async ({ audit, tx }) => {
      for (const { id } of await listAccounts(tx)) {
        audit.record({ accountId: id, customerId: null, resource: { type: 'account', id }, changes })
      }
    },
  )
}
