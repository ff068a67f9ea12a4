import type { FastifyInstance } from 'fastify'
import { issuerCurrenciesOf } from '../../src/app/settings/issuer-settings.ts'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import type { ApiKeyRole, ApiKeyTier } from '../../src/contract/resources/api-keys.ts'
import type { ErrorReplyBody } from '../../src/contract/errors.ts'
import { createEngine } from '../../src/engine/engine.ts'
import { createHttpServer } from '../../src/http/server.ts'
import type { HttpSettings } from '../../src/http/settings.ts'
import { type Clock, DAY_MS } from '../../src/lib/clock.ts'
import type { BucketGroups } from '../../src/store/sharding/groups.ts'
import { monotonicIds } from '../../src/lib/ids.ts'
import type { NodeDeps } from '../../src/services/request/context.ts'
import { createApiKeyUseRecorder } from '../../src/services/request/key-uses.ts'
import { createKeyRequestLog } from '../../src/services/request/request-log.ts'
import { operationHandlers } from '../../src/services/handlers.ts'
import { issueApiKey } from '../../src/services/accounts/issue-key.ts'
import { createAccount } from '../../src/store/accounts/accounts.ts'
import { openDatabase, type Database } from '../../src/store/connection/database.ts'
import { poolsOfSingleDatabaseServer } from '../../src/store/connection/server-pools.ts'
import { TEST_BIN } from '../../src/vault/card-number.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { asTestActor } from '../support/records/acts.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { createIntentChangeWaits } from '../../src/services/live/intent-waits.ts'
import { createLiveEventStreams } from '../../src/services/live/live-events.ts'
import { createGatheredRowReader } from '../../src/store/by-key/rows-by-key.ts'
import { createSpendRollups } from '../../src/sweeps/spend-rollups.ts'
import { openTestVault } from '../support/test-vault.ts'
import { ignoringEngineObserver } from '../support/unobserved.ts'

/** A clock that stands still until it is set. */
export interface ManualClock extends Clock {
  time: number
}

export const manualClock = (time = Date.UTC(2026, 0, 15, 12, 0, 10)): ManualClock => {
  const clock = { time, now: () => clock.time }
  return clock
}

export interface RigOptions {
  /** As `PURSER_ALLOW_LOCAL_ORIGINS`. */
  readonly allowLocalOrigins?: boolean
  /** Default: what the database says. */
  readonly groups?: BucketGroups
  readonly clock?: Clock
  readonly settings?: Partial<HttpSettings>
  readonly maxKeyDays?: number
  /** Without it, the keys of the database are opened. */
  readonly vault?: Vault
}

export interface Logged {
  readonly fields: { err?: unknown; requestId?: string; ownId?: string; status?: number }
  readonly message: string
}

export interface Node {
  readonly app: FastifyInstance
  readonly deps: NodeDeps
  /** What this node wrote to its log. */
  readonly log: Logged[]
  close(): Promise<void>
}

const noAnswer = () => Promise.resolve({ statusCode: null, error: 'not_set_up', snippet: null })

/** One node of the service on a database: the real thing but for sweeps and webhook deliveries. */
export async function startNode(database: Database, options: RigOptions = {}): Promise<Node> {
  const clock = options.clock ?? manualClock()
  const ids = monotonicIds(clock)
  const spendRollups = createSpendRollups(database)
  const vault = options.vault ?? (await openTestVault(database))
  const engine = createEngine(
    {
      pools: poolsOfSingleDatabaseServer(database.pool),
      groups: options.groups ?? (await database.groups()),
      clock,
      machineClock: database.clock,
      ids,
      vault,
      holdMs: 7 * DAY_MS,
    },
    { maxQueue: 10_000, maxBatch: 256, maxInFlight: 2 },
    { ...ignoringEngineObserver, committed: ({ customerIds }) => spendRollups.note(customerIds) },
  )
  const log: Logged[] = []
  const deps: NodeDeps = {
    database,
    clock,
    ids,
    vault,
    engine,
    keyUses: createApiKeyUseRecorder({
      database,
      clock,
      onError: (error) => log.push({ fields: { err: error }, message: 'uses' }),
    }),
    requestLog: createKeyRequestLog({
      database,
      onError: (error) => log.push({ fields: { err: error }, message: 'requests' }),
    }),
    spendRollups,
    byKey: createGatheredRowReader(database),
    liveEvents: createLiveEventStreams({ database, clock }),
    intentWaits: createIntentChangeWaits({ database, clock }),
    cursorKey: Buffer.alloc(32, 7),
    wakeDispatcher: () => undefined,
    testClock: null,
    testMessages: { mail: noAnswer, slack: noAnswer },
    issuers: new Map(),
    identityProvider: null,
    accessTokens: null,
    settings: {
      credentialReadsPerHour: 10,
      allowPrivateWebhooks: false,
      allowLocalOrigins: options.allowLocalOrigins ?? false,
      sendsMail: false,
      publicUrl: 'https://purser.example.com',
      publicOrigin: null,
      passkeyWaitHours: 24,
      cardBin: TEST_BIN,
      issuer: 'purser',
      issuers: [],
      issuerConnections: [],
      issuerReveal: 'session',
      issuerCurrencies: issuerCurrenciesOf(readSettings({})),
      maxKeyDays: options.maxKeyDays ?? null,
      passwordSignIn: true,
      oidcName: 'your company account',
      oidcRoles: [],
      oidcAccount: null,
      oidcTrustEmail: false,
      oidcSessionHours: 12,
      mcpIssuer: null,
      mcpAccount: null,
    },
  }
  const logged = (fields: object, message: string) => log.push({ fields, message })
  const app = await createHttpServer({
    deps,
    handlers: operationHandlers,
    logger: { error: logged, warn: logged, info: logged },
    telemetry: {
      replied: () => undefined,
      refused: () => undefined,
      mcpCallsOpen: () => undefined,
      expose: () => Promise.resolve({ contentType: 'text/plain', text: '' }),
    },
    settings: {
      version: '0.0.0',
      rateLimit: false,
      trustedProxies: null,
      keylessRequestsPerMinute: 100_000,
      accessLog: false,
      mcp: true,
      mcpCardDetails: 'sealed',
      publicUrl: null,
      allowedHosts: [],
      dashboardDirectory: null,
      notReady: () => Promise.resolve(null),
      ...options.settings,
    },
  })
  return {
    app,
    deps,
    log,
    close: async () => {
      await app.close()
      await deps.keyUses.flush()
      await deps.requestLog.flush()
      await engine.stop()
    },
  }
}

export interface KeyWish {
  readonly role?: ApiKeyRole
  readonly tier?: ApiKeyTier
  readonly requestsPerMinute?: number
  readonly agentId?: string
  readonly expiresAt?: number
  readonly allowedAddresses?: string[]
  readonly accountId?: string
}

export interface Rig extends Node {
  readonly clock: ManualClock
  readonly test: TestDatabase
  readonly accountId: string
  /** The secret of a new key. */
  key(wish?: KeyWish): Promise<string>
  account(): Promise<string>
  /** Another node on the same database, with a pool and caches of its own. */
  secondNode(options?: RigOptions): Promise<Node>
}

/** `maxConnections`: as `PURSER_DATABASE_CONNECTIONS`. */
export async function startRig({
  maxConnections,
  ...options
}: Omit<RigOptions, 'clock'> & { readonly maxConnections?: number } = {}): Promise<Rig> {
  const test = await createTestDatabase(maxConnections)
  const clock = manualClock()
  const node = await startNode(test.database, { ...options, clock })
  const { database, ids, vault } = node.deps
  const account = async () => {
    const made = await asTestActor(database, ids, (writing) => createAccount(writing, 'Test'))
    return made.id
  }
  const accountId = await account()
  const key = async ({ role = 'admin', tier = 'enterprise', ...wish }: KeyWish = {}) => {
    const request = { accountId, name: role, role, tier, vault, ...wish }
    return (await asTestActor(database, ids, (writing) => issueApiKey(writing, request))).secret
  }
  const others: (() => Promise<void>)[] = []
  return {
    ...node,
    clock,
    test,
    accountId,
    key,
    account,
    secondNode: async (more = {}) => {
      const second = openDatabase({ connection: test.connection, maxConnections: 5 })
      const other = await startNode(second, { ...options, clock, ...more })
      others.push(async () => {
        await other.close()
        await second.close()
      })
      return other
    },
    close: async () => {
      for (const close of others) await close()
      await node.close()
      await test.drop()
    },
  }
}

export interface Sent {
  readonly headers?: Record<string, string>
  readonly payload?: string | Buffer
}

/** Sends requests to a node without a socket; `headers` are the usual ones. */
export function sender(node: Node, usual: Record<string, string>) {
  return async (method: string, url: string, { headers = usual, payload }: Sent = {}) => {
    const reply = await node.app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
    const body = (reply.body === '' ? null : JSON.parse(reply.body)) as ErrorReplyBody
    return { status: reply.statusCode, headers: reply.headers, body, text: reply.body }
  }
}
