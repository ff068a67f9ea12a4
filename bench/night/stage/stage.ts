import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Purser } from '../../../clients/typescript/src/client.ts'
import { RULES_FILE } from '../../../test/monitoring/monitoring-files.ts'
import { startPrometheus } from '../../../test/monitoring/prometheus.ts'
import { type Checkout, checkOutVersionBefore, versionBefore } from '../../../test/nodes/versions/checkouts.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { type LoadBalancer, openBalancer } from '../../../test/support/processes/balancer.ts'
import { shortenedAlertRules } from '../pressed-rules.ts'
import { type DatabaseAddress, openDatabaseAddress } from './address.ts'
import { type AlertWatch, watchAlerts } from './alert-watch.ts'
import { type SmallDisk, makeSmallDisk } from './disk.ts'
import { NIGHT_API_KEY, makeNodePort, type NodePort } from './nodes.ts'
import { startPurchaseLoad, type PurchaseLoad } from './purchases.ts'
import { openNightWebhookReceiver, type WebhookReceiver } from './receiver.ts'
import { makePurserDatabase, makePostgresServer, type PostgresServer, queryNightPostgresServer } from './servers.ts'

/** The nodes, PostgreSQL servers, balancer and alerts that the acts of `bench:night` work on. */
export interface NightStage {
  readonly folder: string
  readonly address: DatabaseAddress
  /** The standby. It confirms each commit of the primary before the commit's caller is answered. Its data is on `disk`. */
  readonly standby: PostgresServer
  readonly disk: SmallDisk & { readonly canBeFilled: boolean }
  /** The PostgreSQL server to which the nodes' address leads. */
  primary: PostgresServer
  /** A copy of the primary's data from before the first purchase. The log since then is archived. */
  readonly baseBackup: string
  readonly archive: string
  /** The ports of the four nodes: nodes 1 and 2 run first, and nodes 3 and 4 after the upgrade. */
  readonly slots: readonly [NodePort, NodePort, NodePort, NodePort]
  readonly balancer: LoadBalancer
  readonly receivers: { readonly live: WebhookReceiver; readonly dying: WebhookReceiver }
  readonly load: PurchaseLoad
  readonly limits: ReadonlyMap<string, number>
  readonly alerts: AlertWatch
  /** The file that `purser backup create` has written. Null: no backup was made yet. */
  backup: { readonly file: string; readonly begunAt: number } | null
  /** Sets the nodes whose metrics Prometheus reads. */
  scrape(slots: readonly NodePort[]): Promise<void>
  /** Prints one line about the night, with its time. */
  say(what: string): void
}

export interface NightStageOptions {
  readonly perSecond: number
  /** The factor by which the night of `npm run bench:night` is shorter than a real one. */
  readonly times: number
  readonly say: (what: string) => void
}

/** PostgreSQL archives its write-ahead log at least this often, in seconds (`archive_timeout`). */
export const WAL_ARCHIVE_SECONDS = 10
const WARM_UP_MS = 8000
const CUSTOMERS = 6
const ENOUGH = 1e9
/** The limit of one card in twelve, in cents, so that purchases are declined, too. */
const SMALL_LIMIT = 5000

/** The functions that end the stage's processes and delete its folders, called from the last to the first. */
type Closers = (() => Promise<unknown> | void)[]

/** Sets up the stage of `bench:night`, runs `play` on it, and removes everything again. */
export async function withNightStage(
  options: NightStageOptions,
  play: (stage: NightStage) => Promise<void>,
): Promise<void> {
  const closers: Closers = []
  const closeAll = async () => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      await Promise.resolve(close()).catch((error: unknown) => console.error(error))
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void closeAll().finally(() => process.exit(1)))
  }
  try {
    await play(await setUp(options, closers))
  } finally {
    await closeAll()
  }
}

async function setUp({ perSecond, times, say }: NightStageOptions, closers: Closers): Promise<NightStage> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-night-'))
  closers.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(folder, 0o755) // PostgreSQL runs as another user where this is root
  const servers = await setUpServers(folder, closers)
  const { primary } = servers
  const address = await openDatabaseAddress(primary.connection.user)
  closers.push(() => address.close())
  address.moveTo(primary.connection)

  const before: Checkout | null = versionBefore.isMet ? await checkOutVersionBefore() : null
  if (before !== null) closers.push(() => before.delete())
  const slots = await makeSlots(address.databaseUrl)
  closers.push(() => Promise.all(slots.map((slot) => slot.kill())))
  for (const slot of slots.slice(0, 2)) await slot.start(before?.folder)
  const origins = slots.map(({ origin }) => origin)
  const balancer = await openBalancer({ origins, checkEveryMs: 1000, checkTimeoutMs: 1000, failures: 2 })
  closers.push(() => balancer.close())
  const unused = slots.slice(2)
  await eventually('the balancer knows who runs', () => !unused.some(({ origin }) => balancer.isIn(origin)))

  const receivers = { live: await openNightWebhookReceiver(), dying: await openNightWebhookReceiver() }
  closers.push(() => Promise.all([receivers.live.close(), receivers.dying.close()]))
  const limits = await makeCards(new Purser({ baseUrl: `${slots[0].origin}/v1`, apiKey: NIGHT_API_KEY }), receivers)
  const load = startPurchaseLoad({ origin: balancer.origin, cardIds: [...limits.keys()], perSecond })
  closers.push(() => load.stop(true))
  await delay(WARM_UP_MS)
  load.take()

  const targets = join(folder, 'targets.json')
  const scrape = async (running: readonly NodePort[]) => {
    await writeFile(`${targets}.new`, JSON.stringify([{ targets: running.map(({ host }) => host) }]))
    await rename(`${targets}.new`, targets)
  }
  await scrape(slots.slice(0, 2))
  const rulesFile = join(folder, 'purser.rules.yaml')
  await writeFile(rulesFile, shortenedAlertRules(await readFile(RULES_FILE, 'utf8'), times))
  const prometheus = await startPrometheus({
    discovery: { file_sd_configs: [{ files: [targets], refresh_interval: '1s' }] },
    apiKey: NIGHT_API_KEY,
    rulesFile,
    everySeconds: 2,
  })
  closers.push(() => prometheus.stop())
  const alerts = watchAlerts(prometheus, say)
  closers.push(() => alerts.stop())
  return { folder, address, ...servers, slots, balancer, receivers, load, limits, alerts, backup: null, scrape, say }
}

async function makeSlots(databaseUrl: string): Promise<NightStage['slots']> {
  const make = () => makeNodePort(databaseUrl)
  return [await make(), await make(), await make(), await make()]
}

/** Sets up a primary whose log is archived, a base backup of it, and a standby that confirms every commit. */
async function setUpServers(folder: string, closers: Closers) {
  const archive = join(folder, 'archive')
  await mkdir(archive)
  await chmod(archive, 0o777)
  const archiving = {
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.new && sync ${archive}/%f.new && mv ${archive}/%f.new ${archive}/%f`,
    archive_timeout: String(WAL_ARCHIVE_SECONDS),
    max_wal_size: '256MB',
  }
  const primary = await makePostgresServer({ dataDirectory: join(folder, 'primary'), settings: archiving })
  closers.push(() => primary.kill())
  await primary.start()
  await makePurserDatabase(primary)
  const disk = await makeSmallDisk(join(folder, 'disk'))
  closers.push(() => disk.remove())
  const [baseBackup, onDisk] = [join(folder, 'base-backup'), join(disk.folder, 'standby')]
  await primary.copyTo(baseBackup)
  await primary.copyTo(onDisk)
  const { host, port, user } = primary.connection
  const primary_conninfo = `host=${host} port=${port} user=${user} application_name=standby`
  const standby = await makePostgresServer({ dataDirectory: onDisk, settings: { ...archiving, primary_conninfo } })
  closers.push(() => standby.kill())
  await standby.write({ 'standby.signal': '' })
  await standby.start()
  await queryNightPostgresServer(primary, `alter system set synchronous_standby_names = 'standby'`)
  await queryNightPostgresServer(primary, 'select pg_reload_conf()')
  const isSynchronous = async () =>
    (await queryNightPostgresServer(primary, `select from pg_stat_replication where sync_state = 'sync'`)).length === 1
  await eventually('the standby confirms commits', isSynchronous, 30_000)
  return { primary, standby, disk, baseBackup, archive }
}

/** Makes customers with two cards each, and two webhooks. Resolves with the limit of each card. */
async function makeCards(purser: Purser, { live, dying }: NightStage['receivers']): Promise<Map<string, number>> {
  const limits = new Map<string, number>()
  for (let n = 0; n < CUSTOMERS; n += 1) {
    const { id: customerId } = await purser.customers.create({ email: `customer-${n}@example.com` })
    for (const total of [ENOUGH, n === 0 ? SMALL_LIMIT : ENOUGH]) {
      limits.set((await purser.cards.create({ customerId, limits: { total } })).id, total)
    }
  }
  for (const { url } of [live, dying]) await purser.webhooks.create({ url, events: ['transaction.created'] })
  return limits
}
