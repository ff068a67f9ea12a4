import type { FastifyInstance } from 'fastify'
import {
  type AuthorizationEngine,
  engineConnectionCount,
  createEngine,
  type EngineDeps,
  type EngineObserver,
  type EngineOptions,
} from '../engine/engine.ts'
import { createMetricsServer } from '../http/pages/metrics-page.ts'
import { createHttpServer } from '../http/server.ts'
import type { HttpSettings } from '../http/settings.ts'
import { DAY_MS } from '../lib/clock.ts'
import { monotonicIds } from '../lib/ids.ts'
import { ClockDifferenceError } from '../lib/machine-clock.ts'
import { pathInPackage } from '../lib/package-root.ts'
import type { NodeDeps } from '../services/request/context.ts'
import { createIntentChangeWaits } from '../services/live/intent-waits.ts'
import { IssuerCalls, type IssuerCallsDeps } from '../services/issuers/calls.ts'
import { NightlyReconciliation } from '../services/issuers/nightly.ts'
import { reconcileWithIssuers, type ReconcileRange } from '../services/issuers/reconcile.ts'
import type { Reconciliation } from '../contract/resources/reconciliation.ts'
import { createLiveEventStreams } from '../services/live/live-events.ts'
import { createGatheredRowReader } from '../store/by-key/rows-by-key.ts'
import { createApiKeyUseRecorder } from '../services/request/key-uses.ts'
import { createKeyRequestLog } from '../services/request/request-log.ts'
import { operationHandlers } from '../services/handlers.ts'
import type { Database } from '../store/connection/database.ts'
import { createNodeBucketScopes, type NodeBucketScopes } from '../store/nodes/node-bucket-scopes.ts'
import { dbNotReady } from '../store/schema/readiness.ts'
import { createSpendRollups, type SpendRollupsKeeper } from '../sweeps/spend-rollups.ts'
import { createSweeper, type DueWorkSweeper, type SweeperDeps } from '../sweeps/sweeper.ts'
import type { MasterKeySource } from '../vault/key-provider.ts'
import { createMailer, type Mailer } from '../notifications/mailer.ts'
import { createNotifier } from '../notifications/notifier.ts'
import { createTestMessages } from '../notifications/test-messages.ts'
import { createDeliveryThrottle } from '../lib/traffic/delivery-throttle.ts'
import { Dispatcher, type DispatcherOptions } from '../webhooks/dispatcher.ts'
import { createWebhookRequestSender, type WebhookRequestSender } from '../webhooks/send.ts'
import { openDatabaseVault } from './administration/database-vault.ts'
import { paginationCursorKey } from './cursor-key.ts'
import { type ConnectedIssuers, connectIssuers, configuredIssuerEndpoints } from './issuers.ts'
import { showNodeStateInMetrics } from './telemetry/show-state.ts'
import type { Logger } from './telemetry/logger.ts'
import { issuerConnectionsOf, issuerCurrenciesOf } from './settings/issuer-settings.ts'
import type { Settings } from './settings/options.ts'
import { configuredAccessTokens, configuredSignInProvider } from './configured-sign-in.ts'
import { flushTraces, setTraceShare } from '../lib/tracing.ts'
import { startNodeClock } from './clocks/start-test-clock.ts'
import { createNodeReportWriter, type NodeReportWriter } from './telemetry/node-reports.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import type { NodeTestClock } from './clocks/test-clock.ts'
import { packageVersion } from './version.ts'

/** The dependencies from which a node is made. The database is migrated already. */
export interface ComposeNodeOptions {
  readonly settings: Settings
  readonly database: Database
  readonly masterKeys: MasterKeySource
  readonly logger: Logger
  readonly telemetry: Telemetry
  /** A test clock that the caller moves, instead of the clock of the settings. */
  readonly testClock?: NodeTestClock | undefined
  /** Options of the authorization engine, for benchmarks and fault tests. */
  readonly engine?: Partial<EngineOptions>
}

/** A composed node of the service, which can be started and stopped. */
export interface PurserNode {
  readonly deps: NodeDeps
  readonly server: FastifyInstance
  /** Compares cards and purchases with the issuers that this node calls, whether or not the node has been started. */
  reconcile(request: ReconcileRange): Promise<Reconciliation>
  /** Listens for requests, and begins the node's work in the background. Resolves to the base URL. */
  start(): Promise<string>
  /** From now until `stop`, the node still serves requests, but `/readyz` answers 503, and each reply closes its connection. */
  drain(): void
  /** Stops accepting requests, answers those in flight, and ends the background work. The database stays open. */
  stop(): Promise<void>
}

/**
 * The engine's queue has room for four batches: an accepted command is answered within a second, and further commands are refused at once.
 */
const ENGINE_OPTIONS: EngineOptions = { maxQueue: 1024, maxBatch: 256, maxInFlight: 2 }

/** The folder of the built dashboard is beside `src/` in the checkout, and beside `dist/` in the package. */
const DASHBOARD_DIRECTORY = pathInPackage('dashboard', 'dist')

/** Makes a node out of its parts. The parts are connected only here. */
export async function composePurserNode(node: ComposeNodeOptions): Promise<PurserNode> {
  const { settings, database, logger, telemetry } = node
  setTraceShare(settings.traceRatio)
  const { clock, testClock } = await startNodeClock(node)
  const ids = monotonicIds(clock)
  const { vault } = await openDatabaseVault(database, node)
  // A call that moves a test clock waits for everything that is due, so deliveries are not throttled where there is a test clock.
  const throttle = createDeliveryThrottle(() => testClock === null && engine.isBusy())
  const nodeId = ids('node')
  const nodeBucketScopes = createNodeBucketScopes(database, { node: nodeId, clock })
  const { own: ownBucketScopes } = nodeBucketScopes
  const mailer = mailerOf(settings, logs(logger, 'notifications'))
  const dispatcher = dispatcherOf(node, { vault, clock, ownBucketScopes, throttle, mailer })
  const sender = createWebhookRequestSender({ allowPrivate: settings.allowPrivateWebhooks })
  const wakeDispatcher = (id?: string) => dispatcher.wake(id)
  const spendRollups = createSpendRollups(database)
  const engine = await engineOf(node, { clock, ids, vault }, observerOf({ telemetry, spendRollups, wakeDispatcher }))
  const sweeper = sweeperOf(node, { engine, clock, ownBucketScopes, ids, vault, spendRollups, wakeDispatcher })
  const issuers = await connectIssuers(settings)
  const issuerCalls = issuerCallsOf(node, issuers, { clock, ownBucketScopes, ids, vault, wakeDispatcher })
  testClock?.drive([
    sweeper,
    { nextDueAt: () => dispatcher.nextDueAt(), runDue: () => dispatcher.drainDue() },
    ...(issuerCalls === null ? [] : [issuerCalls]),
  ])
  const deps: NodeDeps = {
    database,
    byKey: createGatheredRowReader(database),
    clock,
    ids,
    vault,
    engine,
    keyUses: createApiKeyUseRecorder({ database, clock, onError: logs(logger, 'the last use of keys was not stored') }),
    requestLog: createKeyRequestLog({ database, onError: logs(logger, 'requests of keys were not stored') }),
    spendRollups,
    liveEvents: createLiveEventStreams({ database, clock }),
    intentWaits: createIntentChangeWaits({ database, clock }),
    cursorKey: await paginationCursorKey(database),
    wakeDispatcher,
    testClock,
    testMessages: createTestMessages({ ...announcing(settings), mailer, sender, newId: () => ids('dlv') }),
    issuers: issuers.byName,
    identityProvider: configuredSignInProvider(settings, logger),
    accessTokens: configuredAccessTokens(settings, logger),
    settings: serviceSettings(settings, issuers),
  }
  showNodeStateInMetrics(node, { clock, ownBucketScopes, dispatcher, liveEvents: deps.liveEvents })
  const { nightly, reconcile } = comparisonOf(node, deps, { issuers, issuerCalls })
  const server = await serverOf(node, deps)
  const running = {
    settings,
    server,
    metricsServer: createMetricsServer(telemetry),
    engine,
    keyUses: deps.keyUses,
    requestLog: deps.requestLog,
    dispatcher,
    sender,
    sweeper,
    issuers,
    issuerCalls,
    nodeBucketScopes,
    nodeReports: await nodeReportsOf(node, nodeId, issuers),
    nightly,
  }
  return { deps, server, reconcile, ...lifeOf(running) }
}

const nodeReportsOf = async (
  { database, settings, logger, engine }: ComposeNodeOptions,
  node: string,
  issuers: ConnectedIssuers,
) =>
  createNodeReportWriter({
    database,
    settings,
    node,
    issuers: [...issuers.byName.keys()],
    engineConnections: engineConnectionCount({ ...ENGINE_OPTIONS, ...engine }, await database.groups()),
    onError: logs(logger, 'that this node runs was not stored'),
  })

/** Writes failures of background work to the log. A clock difference is left out, because `reportClockDifferences` reports it once for all work. */
const logs =
  (logger: Logger, what: string) =>
  (error: unknown): void => {
    if (!(error instanceof ClockDifferenceError)) logger.error({ err: error }, what)
  }

async function engineOf(
  { settings, database, engine }: ComposeNodeOptions,
  own: Pick<EngineDeps, 'clock' | 'ids' | 'vault'>,
  observer: EngineObserver,
): Promise<AuthorizationEngine> {
  const options = { ...ENGINE_OPTIONS, ...engine }
  const groups = await database.groups()
  const pools = await database.serverPools(engineConnectionCount(options, groups))
  const deps = { ...own, pools, groups, machineClock: database.clock, holdMs: settings.holdDays * DAY_MS }
  return createEngine(deps, options, observer)
}

type DispatcherDeps = Pick<DispatcherOptions, 'vault' | 'clock' | 'ownBucketScopes' | 'throttle'> & {
  readonly mailer: Mailer | null
}

const dispatcherOf = (
  { settings, database, logger, telemetry }: ComposeNodeOptions,
  { mailer, ...own }: DispatcherDeps,
): Dispatcher =>
  new Dispatcher({
    ...own,
    database,
    version: packageVersion,
    allowPrivateWebhooks: settings.allowPrivateWebhooks,
    notifier: createNotifier({
      ...announcing(settings),
      vault: own.vault,
      mailer,
      onError: logs(logger, 'notifications'),
    }),
    onAttempt: ({ sending }, { succeeded }) => telemetry.attempted(sending?.kind ?? 'webhook', succeeded),
    onError: logs(logger, 'webhook dispatcher'),
  })

type OwnSweeperDeps = Omit<
  SweeperDeps,
  'database' | 'onError' | 'onUnsigned' | 'unsigned' | 'onSwept' | keyof ReturnType<typeof lifetimesOf>
>

const sweeperOf = (
  { settings, database, logger, telemetry }: ComposeNodeOptions,
  own: OwnSweeperDeps,
): DueWorkSweeper =>
  createSweeper({
    ...own,
    database,
    ...lifetimesOf(settings),
    onUnsigned: (unsigned) => logger.error(unsigned, UNSIGNED),
    unsigned: (count) => telemetry.unsigned(count),
    onSwept: () => telemetry.swept(),
    onError: logs(logger, 'sweeper'),
  })

const UNSIGNED =
  'the end of an audit trail is not signed: somebody else has written to it. Run purser verify, which says where'

interface Observing {
  readonly telemetry: Telemetry
  readonly spendRollups: SpendRollupsKeeper
  readonly wakeDispatcher: (id?: string) => void
}

const observerOf = ({ telemetry, spendRollups, wakeDispatcher }: Observing): EngineObserver => ({
  queued: (length) => telemetry.queued(length),
  blocked: (count) => telemetry.blocked(count),
  committed: (batch) => {
    telemetry.committed(batch)
    spendRollups.note(batch.customerIds)
    // The dispatcher is woken after the engine has begun its next batch, or has nothing more to do. All customers of a batch are in one
    // group of buckets, so the id of the first one says which group.
    if (batch.deliveries > 0) setImmediate(() => wakeDispatcher(batch.customerIds[0]))
  },
})

const serviceSettings = (settings: Settings, { byName }: ConnectedIssuers): NodeDeps['settings'] => ({
  ...settings,
  issuers: [...byName.keys()],
  issuerConnections: issuerConnectionsOf(settings),
  issuerCurrencies: issuerCurrenciesOf(settings),
  publicUrl: publicUrlOf(settings),
  publicOrigin: settings.publicUrl,
  oidcRoles: settings.oidcRoles ?? [],
  sendsMail: settings.smtpUrl !== null,
})

/** Makes the object that calls issuers about their cards. Null where this node calls no issuer. */
const issuerCallsOf = (
  { settings, database, logger }: ComposeNodeOptions,
  { byName }: ConnectedIssuers,
  own: Pick<IssuerCallsDeps, 'clock' | 'ownBucketScopes' | 'ids' | 'vault' | 'wakeDispatcher'>,
): IssuerCalls | null =>
  byName.size === 0
    ? null
    : new IssuerCalls({
        ...own,
        database,
        issuers: byName,
        mirrors: settings.issuerMirror === 'coarse',
        onError: logs(logger, 'issuer calls'),
      })

function serverOf(
  { settings, database, logger, telemetry }: ComposeNodeOptions,
  deps: NodeDeps,
): Promise<FastifyInstance> {
  const endpoints = configuredIssuerEndpoints({ ...deps, refused: (why) => telemetry.unheard(why) }, settings)
  const outside = { settings: httpSettings(settings, database), endpoints }
  return createHttpServer({ deps, handlers: operationHandlers, logger, telemetry, ...outside })
}

/**
 * Makes the comparison of cards and purchases with the issuers, which runs every night and at a command. A metric shows how many
 * differences the last comparison found.
 */
function comparisonOf(
  { telemetry, logger }: ComposeNodeOptions,
  deps: NodeDeps,
  { issuers, issuerCalls }: Pick<Running, 'issuers' | 'issuerCalls'>,
) {
  const comparing = { ...deps, issuers: issuers.byName, call: async () => issuerCalls?.runDue() }
  const compare = async (request: ReconcileRange) => {
    const found = await reconcileWithIssuers(comparing, request)
    telemetry.reconciled(found.differences.filter(({ fixed }) => !fixed).length)
    return found
  }
  if (issuerCalls === null) return { reconcile: compare, nightly: null }
  const nightly = new NightlyReconciliation({
    clock: deps.clock,
    compare: (since) => compare({ since, fix: false }),
    onError: logs(logger, 'the comparison with the issuers failed'),
  })
  return { reconcile: compare, nightly }
}

/** The public URL and the version of this installation, which messages to people contain. */
const announcing = (settings: Settings) => ({ publicUrl: publicUrlOf(settings), version: packageVersion })

const publicUrlOf = ({ publicUrl, port }: Settings): string => publicUrl ?? `http://localhost:${port}`

function mailerOf({ smtpUrl, mailFrom, publicUrl }: Settings, onError: (error: unknown) => void): Mailer | null {
  if (smtpUrl === null || mailFrom === null || publicUrl === null) return null
  return createMailer({ url: smtpUrl, from: mailFrom, host: new URL(publicUrl).hostname, onError })
}

/**
 * Converts three settings from days to milliseconds: how long card numbers are kept, how long audit entries are kept, and how long a
 * webhook may fail.
 */
const lifetimesOf = ({ numberLifeDays, auditDays, webhookDisableDays }: Settings) => ({
  numberLifeMs: numberLifeDays * DAY_MS,
  auditLifeMs: auditDays === null ? null : auditDays * DAY_MS,
  webhookFailureMs: webhookDisableDays === 0 ? null : webhookDisableDays * DAY_MS,
})

const httpSettings = (settings: Settings, database: Database): HttpSettings => ({
  version: packageVersion,
  rateLimit: settings.rateLimit,
  trustedProxies: settings.trustedProxies,
  keylessRequestsPerMinute: settings.keylessRequestsPerMinute,
  accessLog: settings.accessLog,
  mcp: settings.mcp,
  mcpCardDetails: settings.mcpCardDetails,
  publicUrl: settings.publicUrl,
  allowedHosts: settings.allowedHosts,
  dashboardDirectory: DASHBOARD_DIRECTORY,
  notReady: async () => (await dbNotReady(database)) ?? ((await database.clocksAgree()) ? null : 'clock_difference'),
})

interface Running {
  readonly settings: Settings
  readonly server: FastifyInstance
  readonly metricsServer: FastifyInstance
  readonly engine: NodeDeps['engine']
  readonly keyUses: NodeDeps['keyUses']
  readonly requestLog: NodeDeps['requestLog']
  readonly dispatcher: Dispatcher
  readonly sender: WebhookRequestSender
  readonly sweeper: DueWorkSweeper
  readonly issuers: ConnectedIssuers
  readonly issuerCalls: IssuerCalls | null
  readonly nodeBucketScopes: NodeBucketScopes
  readonly nodeReports: NodeReportWriter
  readonly nightly: NightlyReconciliation | null
}

function lifeOf(running: Running): Pick<PurserNode, 'start' | 'drain' | 'stop'> {
  const { settings, server, metricsServer, engine, dispatcher, sender } = running
  const { sweeper, issuers, issuerCalls, nodeBucketScopes, nodeReports, nightly } = running
  return {
    start: async () => {
      await sweeper.signHeads()
      if (settings.metricsPort !== null) await metricsServer.listen({ host: '127.0.0.1', port: settings.metricsPort })
      const address = await server.listen({ host: settings.host, port: settings.port })
      dispatcher.start()
      sweeper.start()
      issuerCalls?.start()
      nightly?.start()
      await nodeReports.start()
      return `${address}/v1`
    },
    drain: () => server.drain.begin(),
    stop: async () => {
      await server.close()
      await metricsServer.close()
      await sweeper.stop()
      issuers.stopWaiting()
      await nightly?.stop()
      await issuerCalls?.stop()
      await issuers.close()
      await engine.stop()
      await running.keyUses.flush()
      await running.requestLog.flush()
      await dispatcher.stop()
      await sender.close()
      await nodeReports.stop()
      await nodeBucketScopes.release()
      await flushTraces()
    },
  }
}
