import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../../../test/support/eventually.ts'
import { compareWithStoredPurchases, storedPurchasesIn } from '../ledger.ts'
import { queryNightPostgresServer } from '../stage/servers.ts'
import type { NightStage } from '../stage/stage.ts'
import type { NightAct } from './act.ts'

const READY_MS = 30_000
const FILLED_AGAIN_MS = 250

export const lostDatabaseNightAct: NightAct = {
  name: 'the database is away',
  expects: ['PurserDatabaseDown', 'PurserRefusals'],
  play: async (stage) => {
    stage.say('the network to the database is cut')
    stage.address.moveTo(null)
    await stage.alerts.fires('PurserDatabaseDown')
    await stage.alerts.fires('PurserRefusals')
    stage.say('the network is there again')
    stage.address.moveTo(stage.primary.connection)
    await bothReady(stage)
  },
}

/** Kills the primary. The nodes' address is moved to the standby before the standby is promoted, a mistake that operators make at night. */
export const failoverNightAct: NightAct = {
  name: 'failover to the standby',
  expects: ['PurserDatabaseDown', 'PurserDatabaseReadOnly'],
  may: ['PurserRefusals'],
  play: async (stage) => {
    stage.say('the primary is killed, all at once')
    await stage.primary.kill()
    const answered = [...stage.load.purchases.values()].filter(({ ids }) => ids.size > 0)
    await stage.alerts.fires('PurserDatabaseDown')
    stage.say('the address is moved to the standby')
    stage.address.moveTo(stage.standby.connection)
    await stage.alerts.fires('PurserDatabaseReadOnly')
    stage.say('the standby is promoted')
    await queryNightPostgresServer(stage.standby, 'select pg_promote(true, 30)')
    stage.primary = stage.standby
    await bothReady(stage)
    const { lost } = compareWithStoredPurchases(answered, await storedPurchasesIn(stage.primary), stage.limits)
    stage.say(`${answered.length} purchases were answered before the failover, ${lost.length} of them are lost`)
    if (lost.length > 0) throw new Error(`lost with the failover: ${lost.slice(0, 5).join(', ')}`)
  },
}

/** Fills the disk of the primary. Without room for its log PostgreSQL ends, and ends again while it recovers, until there is room. */
export const fullDiskNightAct: NightAct = {
  name: 'a full disk',
  expects: ['PurserDatabaseDown', 'PurserRefusals'],
  play: async (stage) => {
    stage.say('the disk of the database is filled up')
    const alerted = Promise.all([stage.alerts.fires('PurserDatabaseDown'), stage.alerts.fires('PurserRefusals')])
    try {
      await keepFull(stage, alerted)
    } finally {
      stage.say('the disk has room again')
      await stage.disk.free()
      await stage.primary.start()
    }
    await bothReady(stage)
  },
}

/** Keeps the disk full: takes the room that a recovery frees, and makes the server begin one log file after the other. */
async function keepFull({ disk, primary }: NightStage, until: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const ended = until.finally(() => over.abort())
  ended.catch(() => undefined) // handled at the end
  while (!over.signal.aborted) {
    await disk.fill()
    await queryNightPostgresServer(primary, 'select pg_switch_wal()').catch(() => undefined)
    await delay(FILLED_AGAIN_MS)
  }
  await ended
}

async function bothReady({ slots, balancer }: NightStage): Promise<void> {
  for (const { origin } of slots.slice(2)) {
    await eventually('the balancer asks a node again', () => balancer.isIn(origin), READY_MS)
  }
}
