import { parseArgs } from 'node:util'
import type { DatabaseOptions } from '../../../src/store/connection/database.ts'
import { migrateDatabase } from '../../../src/store/schema/migrations.ts'
import { runEngineModel } from '../../model/engine/run.ts'
import { withThrowAwayDatabase } from '../../support/postgres/throw-away-database.ts'

/**
 * Two nodes and one that joins them, 64 clients, one oracle: `node test/faults/scripts/engine-model.ts --authorizations 200000 --seed 7`. Exits 1 where a
 * caller was answered what the model does not expect, or `purser verify` finds a difference. `--database URL`: on an empty database of your own,
 * distributed before (`purser cluster distribute --apply`) where it is a Citus's.
 */
const { values } = parseArgs({
  options: {
    authorizations: { type: 'string', default: '200000' },
    seed: { type: 'string' },
    database: { type: 'string' },
  },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
console.log(`seed ${seed}`)
const started = performance.now()
const run = (connection: DatabaseOptions['connection']) =>
  runEngineModel({ connection, authorizations: Number(values.authorizations), seed, onRound: console.log })
if (values.database !== undefined) await migrateDatabase(values.database)
const result = await (values.database === undefined ? withThrowAwayDatabase(run) : run(values.database))
const { wrong, differences, ...counts } = result
console.log({ ...counts, wrong: wrong.length, differences: differences.length })
console.log(`${Math.round((performance.now() - started) / 1000)} s`)
for (const line of [...wrong.slice(0, 20), ...differences.slice(0, 20)]) console.log(line)
if (wrong.length + differences.length > 0) process.exitCode = 1
