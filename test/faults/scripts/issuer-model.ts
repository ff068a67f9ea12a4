import { parseArgs } from 'node:util'
import { openDatabase } from '../../../src/store/connection/database.ts'
import { runIssuerModel } from '../../model/issuer/run.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { withThrowAwayDatabase } from '../../support/postgres/throw-away-database.ts'

/**
 * A Stripe that loses, doubles and shuffles what it tells, and does not always hear what it is answered, two nodes, one repair:
 * `node test/faults/scripts/issuer-model.ts --events 100000 --seed 7`. Exits 1 where both sides differ after it, where a limit was exceeded by
 * anything but facts, or `purser verify` finds a difference.
 */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '40' },
    seed: { type: 'string' },
  },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
console.log(`seed ${seed}`)
const started = performance.now()
await withThrowAwayDatabase(async (connection) => {
  const [events, rounds] = [Number(values.events), Number(values.rounds)]
  const { left, wrong, ...counts } = await runIssuerModel({ connection, events, rounds, seed, onRound: console.log })
  const patient = openDatabase({ connection, maxConnections: 2, isPatient: true })
  const differences = await verifyDifferencesOf(patient)
  await patient.close()
  console.log({ ...counts, left: left.length, wrong: wrong.length, differences: differences.length })
  console.log(`${Math.round((performance.now() - started) / 1000)} s`)
  for (const lines of [left, wrong, differences]) for (const line of lines.slice(0, 20)) console.log(line)
  if (left.length + wrong.length + differences.length > 0) process.exitCode = 1
})
