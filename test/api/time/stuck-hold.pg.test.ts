import { expect, it, onTestFinished } from 'vitest'
import type { EngineCommand } from '../../../src/domain/batch/commands/commands.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { DAY_MS } from '../../../src/lib/clock.ts'
import { poolsOfSingleDatabaseServer } from '../../../src/store/connection/server-pools.ts'
import type { SweeperDeps } from '../../../src/sweeps/sweeper.ts'
import { testAuditedAct } from '../../support/records/acts.ts'
import { someAuthorization } from '../../support/records/network.ts'
import { onEachShard } from '../../support/postgres/citus.ts'
import { ignoringEngineObserver } from '../../support/unobserved.ts'
import { startApi } from '../typed-api.ts'
import { sweepsOf } from './sweeps-rig.ts'

it('gives every hold its turn when one cannot be ended and the queue is full, and says so', async () => {
  const api = await startApi()
  onTestFinished(() => api.stop())
  const { sweeper, count } = sweepsOf(api)
  const newCustomer = async (email: string) => (await api.admin('createCustomer', { body: { email } })).body.id
  const stuck = await newCustomer('stuck@example.com')
  const hold = async (holder: string) => {
    const { body } = await api.admin('createCard', { body: { customerId: holder } })
    const command = someAuthorization({ accountId: api.rig.accountId, cardId: body.id })
    return () => api.rig.deps.engine.submit(command, testAuditedAct)
  }
  const pending = () => count('transactions', "status = 'pending'")
  const once = await hold(stuck)
  await once()
  api.clock.time += 1
  const later = await hold(await newCustomer('other@example.com'))
  await Promise.all(Array.from({ length: 210 }, later))
  api.clock.time += 7 * DAY_MS
  const { pool } = api.rig.test.database
  await pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'it cannot be ended'; end $$`,
  )
  await onEachShard(
    pool,
    'transaction_steps',
    (table) => `create trigger refused before insert on ${table} for each row when (new.customer_id = '${stuck}')
      execute function refuse()`,
  )
  const small = createEngine(
    {
      ...api.rig.deps,
      groups: await api.rig.deps.database.groups(),
      pools: poolsOfSingleDatabaseServer(pool),
      machineClock: api.rig.deps.database.clock,
      holdMs: 7 * DAY_MS,
    },
    { maxQueue: 50, maxBatch: 50, maxInFlight: 1 },
    ignoringEngineObserver,
  )
  const turns = new Set<EngineCommand>()
  const engine: SweeperDeps['engine'] = {
    submit: (command, act) => {
      turns.add(command)
      return small.submit(command, act)
    },
  }
  await expect(sweeper({ engine }).runDue()).rejects.toThrow('it cannot be ended')
  expect(turns.size).toBe(211)
  for (let sweeps = 0; sweeps < 50 && (await pending()) !== 1; sweeps += 1) {
    await expect(sweeper({ engine }).runDue()).rejects.toThrow()
  }
  expect(await pending()).toBe(1)
  await small.stop()
  await pool.query('drop function refuse cascade')
  await sweeper().runDue()
  expect(await pending()).toBe(0)
})
