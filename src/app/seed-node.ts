import { MAX_REQUESTS_PER_MINUTE } from '../contract/resources/api-keys.ts'
import { revokeApiKey } from '../services/accounts/api-keys.ts'
import { issueApiKey } from '../services/accounts/issue-key.ts'
import type { NodeDeps } from '../services/request/context.ts'
import { listAccounts } from '../store/accounts/accounts.ts'
import { type AuditDeps, inAuditedTransaction } from '../store/audit/trail.ts'
import { hasCustomers } from '../store/customers/customers.ts'
import { openDatabase } from '../store/connection/database.ts'
import { purserConnections } from '../store/connection/server-check.ts'
import type { AccountRow } from '../store/rows/tables.ts'
import type { FirstAdminKey } from './administration/first-admin-key.ts'
import type { Logger } from './telemetry/logger.ts'
import type { DatabaseConnections } from './administration/open-store.ts'
import { OperatorError } from './operator-error.ts'
import type { Settings } from './settings/options.ts'
import { startService } from './service.ts'
import { shellOperatorPrincipal, auditedActOfShell } from './administration/shell-act.ts'
import { NodeTestClock } from './clocks/test-clock.ts'

/** A node on the database of the settings whose clock starts in the past, and moves only when `moveTo` is called. */
export interface SeedCommandNode {
  readonly baseUrl: string
  readonly accountId: string
  /** The secret of an admin key of the account. The key is revoked when the service stops. */
  readonly apiKey: string
  /** The first admin key, if this start made one. Null otherwise. */
  readonly firstAdminKey: FirstAdminKey | null
  /** Moves the clock to a later time, in Unix milliseconds. Everything that falls due until then is done, each at its own time. */
  moveTo(moment: number): Promise<void>
  stop(): Promise<void>
}

export interface SeedNodeOptions {
  readonly settings: Settings
  readonly logger: Logger
  /** The time at which the seed node's clock starts, in Unix milliseconds. */
  readonly from: number
  /**
   * How many milliseconds holds, cards and intents that the seed node makes last at least. The node looks for due work only once in this
   * time.
   */
  readonly leastLife: number
  /** Picks the id of the account to seed. Throws where it is not clear which account is meant. */
  readonly accountOf: (accounts: readonly AccountRow[]) => string
}

/**
 * Starts a node in the past, to make a history that begins then. The account must have no customers yet, because a customer's time never
 * goes back. No other node may use the database, because it would expire what is open in the past.
 */
export async function startSeedNode({
  settings,
  logger,
  from,
  leastLife,
  accountOf,
}: SeedNodeOptions): Promise<SeedCommandNode> {
  if (settings.maxKeyDays !== null) {
    throw new OperatorError(
      'PURSER_MAX_KEY_DAYS is set, but the API keys of the demo company do not expire. Leave it out for this database.',
    )
  }
  const testClock = new NodeTestClock({ now: from, keep: () => Promise.resolve() })
  const service = await startService(besideNobody(settings), logger, {
    testClock,
    vet: async (store) => {
      await assertAlone(store)
      await assertNoCustomers(store, accountOf)
    },
  })
  const { baseUrl, deps, firstAdminKey } = service
  try {
    const accountId = accountOf(await listAccounts(deps.database.db))
    const key = await workingKey(deps, accountId)
    return {
      baseUrl,
      accountId,
      apiKey: key.secret,
      firstAdminKey,
      moveTo: (moment) => testClock.walkTo(moment, leastLife),
      stop: async () => {
        try {
          await key.revoke()
        } finally {
          await service.stop()
        }
      },
    }
  } catch (error) {
    await service.stop()
    throw error
  }
}

/**
 * The settings of a node on a random port of this machine. The rate limit is off, because its minute never ends while the clock stands
 * still.
 */
const besideNobody = (settings: Settings): Settings => ({
  ...settings,
  host: '127.0.0.1',
  port: 0,
  metricsPort: null,
  testClock: false,
  rateLimit: false,
})

async function assertAlone({ connection }: DatabaseConnections): Promise<void> {
  if ((await purserConnections(connection)) === 0) return
  throw new OperatorError('Another Purser uses this database. Stop it first, and start it again afterwards.')
}

async function assertNoCustomers(
  { connection }: DatabaseConnections,
  accountOf: SeedNodeOptions['accountOf'],
): Promise<void> {
  const database = openDatabase({ connection, maxConnections: 1 })
  try {
    const accounts = await listAccounts(database.db)
    if (accounts.length === 0) return
    if (!(await hasCustomers(database.db, accountOf(accounts)))) return
    throw new OperatorError(
      'This account has customers already, and demo data needs an account without customers. Use another database, for instance ' +
        'purser seed --data-dir ./.purser-demo, or another account: purser accounts create demo, and then --account',
    )
  } finally {
    await database.close()
  }
}

interface WorkingKey {
  readonly secret: string
  revoke(): Promise<void>
}

/**
 * Makes an admin key that works while the service runs. The first admin key cannot be used, because only the operator may know its secret.
 */
async function workingKey(deps: NodeDeps, accountId: string): Promise<WorkingKey> {
  const { database, ids, clock, vault } = deps
  const by = (operation: string): AuditDeps => ({ ids, vault, act: auditedActOfShell(operation) })
  const { key, secret } = await inAuditedTransaction(database, by('createApiKey'), (writing) =>
    issueApiKey(writing, {
      accountId,
      name: 'purser seed',
      role: 'admin',
      tier: 'enterprise',
      requestsPerMinute: MAX_REQUESTS_PER_MINUTE,
      vault,
    }),
  )
  return {
    secret,
    revoke: async () => {
      await inAuditedTransaction(database, by('revokeApiKey'), (writing) => {
        const context = { ...writing, clock, principal: shellOperatorPrincipal(accountId) }
        return revokeApiKey(context, { params: { keyId: key.id }, query: {}, body: undefined })
      })
    },
  }
}
