import { describeDifference } from '../../verify/difference.ts'
import { recordVerification } from '../../store/history/last-verification.ts'
import { verify, type Verified } from '../../verify/verify.ts'
import { withBorrowedDatabase } from './borrowed-database.ts'
import { openDatabaseVault } from './database-vault.ts'
import type { Logger } from '../telemetry/logger.ts'
import { explainKeyError, masterKeySource } from '../master-keys.ts'
import type { Settings } from '../settings/options.ts'

export interface VerifyOptions {
  readonly settings: Settings
  readonly logger: Logger
  /** Which customer to verify. Absent: all customers. */
  readonly customerId?: string | undefined
  /** Called with each difference between stored data and the decisions that were made again, as a line of text. */
  readonly onDifference: (difference: string) => void
  readonly onProgress: (entries: number, all: number) => void
}

/**
 * Makes every stored decision again and compares it with what is stored (docs/guides/verify.md). Works also beside a running service. The
 * result of a run over all customers is stored, for the metrics of the nodes; a database that takes no writes, such as a standby, can be
 * verified nevertheless.
 */
export async function verifyHistory({ settings, logger, onDifference, ...rest }: VerifyOptions): Promise<Verified> {
  const masterKeys = await masterKeySource(settings)
  return withBorrowedDatabase(settings, logger, async (database) => {
    const { vault } = await openDatabaseVault(database, { masterKeys, settings, logger }).catch(explainKeyError)
    const verified = await verify(database, {
      ...rest,
      vault,
      onDifference: (difference) => onDifference(describeDifference(difference)),
    })
    if (rest.customerId === undefined) {
      const { differences } = verified
      await recordVerification(database, { endedAt: database.clock.now(), differences }).catch((error: unknown) =>
        logger.warn({ err: error }, 'the result of this run was not stored for the metrics'),
      )
    }
    return verified
  })
}
