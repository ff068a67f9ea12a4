import { firstAccountCreatedAt } from '../../store/accounts/accounts.ts'
import { lastBackupAt } from '../../store/backup/last-backup.ts'
import type { Database } from '../../store/connection/database.ts'
import { dbNotReady } from '../../store/schema/readiness.ts'
import { readDatabaseServerState } from '../../store/connection/server-state.ts'
import { readOldestHoldIntentAndApproval } from '../../store/due/oldest-work.ts'
import { readIssuerBacklog } from '../../store/issuer-calls/issuer-backlog.ts'
import { lastCommandRun } from '../../store/nodes/command-runs.ts'
import { listNodeReports } from '../../store/nodes/node-reports.ts'
import { loadTestClock } from '../../store/nodes/test-clock.ts'
import { readMigrationState } from '../../store/schema/migrations.ts'
import { dueDeliveryQueue, sumOfDeliveryBacklogs } from '../../store/webhooks/delivery-queue.ts'
import { webhooksFailingSince } from '../../store/webhooks/webhook-failures.ts'
import type { Settings } from '../settings/options.ts'
import { NODE_REPORT_LIFE_MS } from '../telemetry/node-reports.ts'
import { readDiskSpace } from './disk-space.ts'
import type { PurserState, WebhookState } from './purser-state.ts'
import { PurserStateReader } from './sections.ts'

/** Reads what a Purser and its database are like now. It only reads, a bounded number of rows. */
export async function collectPurserState(
  database: Database,
  settings: Pick<Settings, 'databaseUrl' | 'dataDirectory' | 'testClock'>,
  sections = new PurserStateReader(),
): Promise<PurserState> {
  const { db, clock } = database
  const read = async <T>(what: string, work: () => Promise<T>) => (await sections.read(what, work)) ?? null
  const migrations = await read('the migrations', () => readMigrationState(database))
  const compared = await read('the clocks', async () => {
    await database.clocksAgree()
    return clock.comparison()
  })
  const testClock = await read('the test clock', () => loadTestClock(database))
  const at = clock.now()
  const now = settings.testClock ? Math.max(at, testClock ?? 0) : at
  return {
    at,
    now,
    clock: compared,
    testClock,
    migrations,
    server: await read('the database server', () => readDatabaseServerState(database, at)),
    notReady: await sections.read('whether the database takes writes', () => dbNotReady(database)),
    nodes: await read('the nodes', () => listNodeReports(db, at - NODE_REPORT_LIFE_MS)),
    webhooks: await read('the webhooks', () => readWebhooks(database, now)),
    issuers: await read("the calls to cards' issuers", () => readIssuerBacklog(db)),
    oldest: await read('holds, intents and approvals', () => readOldestHoldIntentAndApproval(db)),
    verified: await sections.read('the last run of purser verify', () => lastCommandRun(db, 'verify')),
    backedUpAt: await sections.read('the last backup', () => lastBackupAt(database)),
    installedAt: await read('the accounts', () => firstAccountCreatedAt(db)),
    disk: settings.databaseUrl === null ? await read('the disk', () => readDiskSpace(settings.dataDirectory)) : null,
    unread: sections.unread,
  }
}

const MOST_FAILING = 20

async function readWebhooks({ db, groups }: Database, now: number): Promise<WebhookState> {
  const bucketScopes = await dueDeliveryQueue.bucketScopesWithDue(db, await groups(), now)
  return {
    ...(await sumOfDeliveryBacklogs(db, bucketScopes, now)),
    failing: await webhooksFailingSince(db, now, MOST_FAILING),
  }
}
