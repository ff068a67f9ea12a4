import type { Database } from '../../src/store/connection/database.ts'
import { describeReplayDifference } from '../../src/verify/replay-difference.ts'
import { verifyDatabase } from '../../src/verify/verify.ts'
import { openTestVault } from './test-vault.ts'

/** The differences that `purser verify` reports, one line each: of one customer, or of all. */
export async function verifyDifferencesOf(database: Database, customerId?: string): Promise<string[]> {
  const found: string[] = []
  await verifyDatabase(database, {
    vault: await openTestVault(database),
    customerId,
    onDifference: (difference) => found.push(describeReplayDifference(difference)),
  })
  return found
}
