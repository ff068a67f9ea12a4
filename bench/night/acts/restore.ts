import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseUrl } from '../../../test/support/processes/node-process.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { compareWithStoredPurchases, storedPurchasesIn } from '../ledger.ts'
import { runPurser } from '../stage/nodes.ts'
import {
  makePurserDatabase,
  makePostgresServer,
  type PostgresServer,
  queryNightPostgresServer,
} from '../stage/servers.ts'
import { WAL_ARCHIVE_SECONDS, type NightStage } from '../stage/stage.ts'
import type { NightAct } from './act.ts'

const RECOVERED_MS = 90_000
const READY_MS = 30_000
/** How long the copy of an archived log may take, beyond the time after which it is archived. */
const COPIED_MS = 5000

/** The references of purchases that are lost with the machines, because they were answered after the last archived log. */
export const lostServersNightAct = new Set<string>()

export const restoreNightAct: NightAct = {
  name: 'all machines are lost, and restored',
  expects: ['PurserNodeDown', 'PurserAbsent'],
  may: ['PurserDatabaseDown', 'PurserRefusals'],
  play: async (stage) => {
    const lostAt = await loseEverything(stage)
    await fromBackup(stage)
    await stage.alerts.fires('PurserNodeDown')
    await stage.alerts.fires('PurserAbsent')
    await fromArchive(stage, lostAt)
    const running = stage.slots.slice(2)
    for (const slot of running) await slot.start()
    for (const { origin } of running) {
      await eventually('the balancer asks a node again', () => stage.balancer.isIn(origin), READY_MS)
    }
  },
}

async function loseEverything(stage: NightStage): Promise<number> {
  stage.say('both nodes and all servers are killed, and their disks are gone')
  await Promise.all([stage.primary.kill(), ...stage.slots.map((slot) => slot.kill())])
  const lostAt = Date.now()
  stage.address.moveTo(null)
  await stage.disk.remove()
  await rm(join(stage.folder, 'primary'), { recursive: true, force: true })
  return lostAt
}

/** Restores the nightly backup as in docs/guides/backups.md, to see what it alone brings back. */
async function fromBackup(stage: NightStage): Promise<void> {
  if (stage.backup === null) throw new Error('there is no backup')
  const { file, begunAt } = stage.backup
  const server = await makePostgresServer({ dataDirectory: join(stage.folder, 'from-backup'), settings: {} })
  try {
    await server.start()
    await makePurserDatabase(server)
    const url = databaseUrl(server.connection)
    await runPurser(['backup', 'restore', file], url)
    const verified = await runPurser(['verify'], url)
    const answered = [...stage.load.purchases.values()].filter(({ ids }) => ids.size > 0)
    const { lost } = compareWithStoredPurchases(answered, await storedPurchasesIn(server), stage.limits)
    const before = new Set(answered.filter((one) => one.answeredAt < begunAt).map(({ reference }) => reference))
    const missing = lost.filter((reference) => before.has(reference))
    stage.say(
      `purser backup restore: all ${before.size} purchases from before it but ${missing.length}, ${String(verified['differences'])} differences; ` +
        `${lost.length - missing.length} were answered later and are not in it`,
    )
    if (missing.length > 0 || verified['differences'] !== 0) throw new Error('the backup is not what it should be')
  } finally {
    await server.kill()
  }
}

/** Restores the base backup and the archived log, which bring back all but the last seconds. */
async function fromArchive(stage: NightStage, lostAt: number): Promise<void> {
  const settings = { restore_command: `cp ${stage.archive}/%f %p` }
  const server = await makePostgresServer({ dataDirectory: stage.baseBackup, settings })
  stage.primary = server
  await server.write({ 'recovery.signal': '' })
  await server.start()
  await eventually('everything in the archive is restored', () => isPrimary(server), RECOVERED_MS)
  const answered = [...stage.load.purchases.values()].filter(({ ids }) => ids.size > 0)
  const { lost } = compareWithStoredPurchases(answered, await storedPurchasesIn(server), stage.limits)
  for (const reference of lost) lostServersNightAct.add(reference)
  const oldest = Math.min(...lost.map((reference) => stage.load.purchases.get(reference)?.answeredAt ?? 0), lostAt)
  const verified = await runPurser(['verify'], databaseUrl(server.connection))
  stage.say(
    `base backup and archive: ${answered.length - lost.length} of ${answered.length} answered purchases, ${String(verified['differences'])} ` +
      `differences; ${lost.length} of the last ${((lostAt - oldest) / 1000).toFixed(1)} s are lost`,
  )
  if (lostAt - oldest > WAL_ARCHIVE_SECONDS * 1000 + COPIED_MS)
    throw new Error('more is lost than the archive has to lose')
  if (verified['differences'] !== 0) throw new Error('purser verify finds differences')
  stage.address.moveTo(server.connection)
}

const isPrimary = async (server: PostgresServer): Promise<boolean> =>
  (await queryNightPostgresServer<{ is: boolean }>(server, 'select not pg_is_in_recovery() as is').catch(() => []))[0]
    ?.is === true
