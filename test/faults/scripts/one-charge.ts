import { withThrowAwayDatabase } from '../../support/postgres/throw-away-database.ts'
import { type ChargeRound, openChargeRig, points } from '../one-charge-rounds.ts'

/**
 * One purchase, 50 clients that retry it, half of which drop their connection, and a node that is killed twice: so many
 * rounds of it. `node test/faults/scripts/one-charge.ts 60`. Exits 1 where a purchase is charged twice or not at all.
 */
const rounds = Number(process.argv[2] ?? 60)
const done: ChargeRound[] = []
await withThrowAwayDatabase(async (connection) => {
  const rig = await openChargeRig(connection)
  try {
    for (let n = 0; n < rounds; n += 1) {
      const round = await rig.round(points[n % points.length] as (typeof points)[number])
      done.push(round)
      if (round.charges !== 1 || round.broken.length > 0) console.log(`round ${n + 1}`, round)
    }
  } finally {
    await rig.close()
  }
})

const sum = (of: (round: ChargeRound) => number) => done.reduce((total, round) => total + of(round), 0)
console.log({
  purchases: done.length,
  kills: done.length * 2,
  requests: sum(({ requests }) => requests),
  droppedByClients: sum(({ dropped }) => dropped),
  cutByKills: sum(({ cut }) => cut),
  toldApproved: sum(({ approved }) => approved),
  toldDeclined: sum(({ declined }) => declined),
  committedAndUntoldAtTheKill: sum(({ untold }) => Number(untold)),
  chargedOnce: sum(({ charges }) => Number(charges === 1)),
  chargedTwice: sum(({ charges }) => Number(charges > 1)),
  notCharged: sum(({ charges }) => Number(charges === 0)),
  otherFaults: sum(({ broken }) => broken.length),
})
if (done.some(({ charges, broken }) => charges !== 1 || broken.length > 0)) process.exitCode = 1
