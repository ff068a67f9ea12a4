import { describeReplayDifference } from '../../verify/replay-difference.ts'
import { verifyDatabase, type VerificationRunResult } from '../../verify/verify.ts'
import type { Database } from '../../store/connection/database.ts'
import { recordCommandRun } from '../../store/nodes/command-runs.ts'
import { withMigratedDatabase } from './borrowed-database.ts'
import { openDatabaseVault } from './database-vault.ts'
import { assertDatabaseMade } from './open-store.ts'
import type { Logger } from '../telemetry/logger.ts'
import { explainMasterKeyError, masterKeySource } from '../master-keys.ts'
import type { Settings } from '../settings/options.ts'
import { packageVersion } from '../version.ts'

export interface VerifyDecisionHistoryOptions {
  readonly settings: Settings
  readonly logger: Logger
  /** The id of the only customer whose history `purser verify` checks. Absent: it checks all customers. */
  readonly customerId?: string | undefined
  /** Called with each difference between stored data and the decisions that were made again, as a line of text. */
  readonly onDifference: (difference: string) => void
  readonly onProgress: (entries: number, all: number) => void
}

/**
 * Makes every stored decision again and compares it with what is stored (docs/guides/verify.md). Works also beside a running service. The
 * result of a run over all customers is stored, for `purser status` and the metrics of the nodes; a database that takes no writes, such as a
 * standby, can be verified nevertheless.
 */
export async function verifyDecisionHistory({
  settings,
  logger,
  onDifference,
  ...rest
}: VerifyDecisionHistoryOptions): Promise<VerificationRunResult> {
  await assertDatabaseMade(settings)
  const masterKeys = await masterKeySource(settings)
  return withMigratedDatabase(settings, logger, async (database) => {
    const { vault } = await openDatabaseVault(database, { masterKeys, settings, logger }).catch(explainMasterKeyError)
    const verified = await verifyDatabase(database, {
      ...rest,
      vault,
      onDifference: (difference) => onDifference(describeReplayDifference(difference)),
    })
    if (rest.customerId === undefined) await record(database, verified, logger)
    return verified
  })
}

/**
 * Records a run of `purser verify` over all customers, for `purser status`. On a standby, which takes no writes, the run succeeds without a
 * record.
 */
async function record(database: Database, { customers, entries, differences }: VerificationRunResult, logger: Logger) {
  const result = { customers, entries, differences }
  const run = { command: 'verify', version: packageVersion, result, ended_at: database.clock.now() } as const
  await recordCommandRun(database, run).catch((error: unknown) => {
    logger.warn({ err: error }, 'this run of purser verify was not recorded, and purser status does not show it')
  })
}
