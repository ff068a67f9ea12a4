import { setTimeout as delay } from 'node:timers/promises'
import { HOUR_MS, SECOND_MS } from '../../../src/lib/clock.ts'
import { withThrowAwayDatabase } from '../../support/postgres/throw-away-database.ts'
import { type ClockRound, openClockRig } from '../wrong-clock-rounds.ts'

/**
 * Two nodes in processes of their own under load, and the clock of one is wrong for three seconds, again and again, by 25 hours, an
 * hour and six seconds, ahead and behind: `node test/faults/scripts/wrong-clock.ts 2`, so many times each. Exits 1 where a day was spent
 * twice, a purchase is stamped further ahead than clocks may differ, or the node does not go on afterwards.
 */
const times = Number(process.argv[2] ?? 1)
const rounds: ClockRound[] = []
await withThrowAwayDatabase(async (connection) => {
  for (const jumpMs of [25 * HOUR_MS, HOUR_MS, 6 * SECOND_MS, -6 * SECOND_MS, -HOUR_MS, -25 * HOUR_MS]) {
    const rig = await openClockRig(connection, jumpMs)
    try {
      for (let n = 0; n < times; n += 1) {
        rounds.push(await rig.round(3 * SECOND_MS))
        await delay(SECOND_MS)
      }
    } finally {
      await rig.close()
    }
  }
})
console.table(rounds)
const isBroken = ({
  stampedAhead,
  daysOverspent,
  differences,
  goesOn,
  decidedWhileWrong,
  readyWhileWrong,
}: ClockRound) =>
  stampedAhead + daysOverspent + differences + decidedWhileWrong > 0 || readyWhileWrong !== 503 || !goesOn
if (rounds.some(isBroken)) process.exitCode = 1
