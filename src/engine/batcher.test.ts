import pg from 'pg'
import { describe, expect, it } from 'vitest'
import {
  batcherRig,
  submitBehindOneBatch,
  isEngineCommandRefused,
  submittedCommandName,
  runBatchesOfDurations,
} from '../../test/support/batcher-rig.ts'
import { DatabaseTimeoutError, UnknownCommitError } from '../store/connection/database-errors.ts'

describe('commands that are submitted together', () => {
  it('share a batch, and each gets its own answer', async () => {
    const engine = batcherRig()
    const answers = engine.crowd(3)
    await new Promise(setImmediate)
    answers.push(engine.submit()) // in the next turn of the event loop
    await engine.turn()
    expect(engine.sizes()).toEqual([4])
    await engine.end(1)
    expect(await Promise.all(answers)).toEqual(Array(4).fill('answered'))
  })

  it('are split where they exceed the size of a batch', async () => {
    const engine = batcherRig({ maxBatch: 40, maxInFlight: 1 })
    void engine.crowd(100)
    await engine.turn()
    for (const _ of [1, 2]) await engine.end(1)
    expect(engine.sizes()).toEqual([40, 40, 20])
  })

  it('share a batch with any others where their customer is unknown', async () => {
    const engine = batcherRig()
    const answers = [null, 'cust_1', null].map((customer) => engine.submit(customer))
    await engine.turn()
    expect(engine.customers()).toEqual([' cust_1'])
    await engine.end(1)
    expect(await Promise.all(answers)).toEqual(Array(3).fill('answered'))
  })
})

describe('batches in flight', () => {
  it('take equal shares of all commands, and only so many run at a time', async () => {
    const engine = batcherRig()
    await submitBehindOneBatch(engine, () => engine.crowd(399))
    expect(engine.sizes()).toEqual([1, 32]) // the second batch began as soon as a full share waited
    await engine.end(1)
    expect(engine.sizes()).toEqual([1, 32, 200])
    await engine.end(1)
    expect(engine.sizes()).toEqual([1, 32, 200]) // the 167 that wait are less than half of all 367
    await engine.end(1)
    expect(engine.sizes()).toEqual([1, 32, 200, 84, 83])
  })

  it('have at least 32 commands, except a batch that begins while no other is in flight', async () => {
    const engine = batcherRig()
    await submitBehindOneBatch(engine, () => engine.crowd(31))
    expect(engine.sizes()).toEqual([1])
    void engine.submit()
    await engine.turn()
    expect(engine.sizes()).toEqual([1, 32])
    void engine.crowd(5)
    await engine.end(1)
    expect(engine.sizes()).toEqual([1, 32])
    await engine.end(1)
    expect(engine.sizes()).toEqual([1, 32, 5])
  })

  it('share no customer: a command for a customer of a batch in flight waits in the queue', async () => {
    const engine = batcherRig()
    await submitBehindOneBatch(engine, () => {
      void engine.crowd(10, 'cust_first')
      void engine.crowd(32)
    })
    expect([engine.sizes(), engine.length]).toEqual([[1, 32], 10])
    await engine.end(1)
    expect(engine.sizes()).toEqual([1, 32]) // 10 are too few for a second batch
    await engine.end(1)
    expect(engine.customers()[2]).toBe('cust_first')
  })

  it('keep the order of the commands of one customer', async () => {
    const engine = batcherRig({ maxBatch: 32 })
    await submitBehindOneBatch(engine, () => {
      for (let n = 0; n < 40; n += 1) void engine.crowd(1, n % 4 === 0 ? 'cust_hot' : undefined)
    })
    for (let n = 0; n < 4; n += 1) await engine.end(1)
    const order = engine
      .begun()
      .flat()
      .filter(({ levels }) => levels?.customerId === 'cust_hot')
      .map((one) => Number(submittedCommandName(one).slice(4)))
    expect(order).toEqual([2, 6, 10, 14, 18, 22, 26, 30, 34, 38])
  })

  it('take all waiting commands where these are of one customer', async () => {
    const engine = batcherRig()
    await submitBehindOneBatch(engine, () => engine.crowd(200, 'cust_hot'))
    expect(engine.sizes()).toEqual([1, 32]) // the second began as soon as a full share waited
    await engine.end(1)
    await engine.end(1)
    expect(engine.sizes()).toEqual([1, 32, 168])
  })

  it('are at most `maxInFlight`', async () => {
    const engine = batcherRig({ maxInFlight: 3 })
    await submitBehindOneBatch(engine, () => engine.crowd(200))
    expect(engine.sizes()).toHaveLength(3)
  })
})

describe('a command that would wait too long', () => {
  /** Batches of two commands, one at a time: so a few commands are several batches. */
  const small = () => batcherRig({ maxBatch: 2, maxInFlight: 1 })

  it('is refused at once, and no other one is', async () => {
    const engine = small()
    await runBatchesOfDurations(engine, [300, 300])
    void engine.submit()
    await engine.turn() // the command is in flight
    for (let n = 0; n < 2; n += 1) expect(await isEngineCommandRefused(engine)).toBe(false) // an answer after 300 + 300 ms
    expect(await isEngineCommandRefused(engine)).toBe(true) // an answer after 900 ms
    engine.pass(260)
    expect(await isEngineCommandRefused(engine)).toBe(false) // an answer after 640 ms
  })

  it('is not expected after a single slow batch', async () => {
    const engine = small()
    await runBatchesOfDurations(engine, [10, 5000])
    void engine.submit()
    await engine.turn()
    for (let n = 0; n < 50; n += 1) expect(await isEngineCommandRefused(engine)).toBe(false)
  })

  it('is one behind a batch that does not end, until a batch has ended quickly', async () => {
    const engine = small()
    await runBatchesOfDurations(engine, [10, 10])
    void engine.submit()
    await engine.turn()
    engine.pass(600)
    for (let n = 0; n < 2; n += 1) expect(await isEngineCommandRefused(engine)).toBe(false)
    expect(await isEngineCommandRefused(engine)).toBe(true)
    await engine.end(600, Object.assign(new Error('away'), { code: '57014' }))
    await engine.end(1500, Object.assign(new Error('away'), { code: '57014' }))
    await engine.end(10)
    await runBatchesOfDurations(engine, [10])
    void engine.submit()
    await engine.turn()
    expect(await isEngineCommandRefused(engine)).toBe(false)
  })

  it('is accepted while no batch is in flight, and shows whether the database is quick again', async () => {
    const engine = small()
    await runBatchesOfDurations(engine, [1500, 1500])
    const answer = engine.submit()
    await engine.turn()
    await engine.end(10)
    expect(await answer).toBe('answered')
  })

  it('is refused while the queue is full, and the next one is accepted when it is not', async () => {
    const engine = batcherRig({ maxQueue: 10 })
    await submitBehindOneBatch(engine, () => engine.crowd(10))
    expect(await isEngineCommandRefused(engine)).toBe(true)
    await engine.end(1)
    expect(engine.length).toBe(0)
    expect(await isEngineCommandRefused(engine)).toBe(false)
  })

  it('is decided although the batch before it was slow, as long as there is time', async () => {
    const engine = batcherRig()
    await runBatchesOfDurations(engine, [10, 10])
    let answers: Promise<string>[] = []
    await submitBehindOneBatch(engine, () => (answers = engine.crowd(3)))
    await engine.end(600) // a disk flush
    await engine.end(10)
    expect(await Promise.all(answers)).toEqual(['answered', 'answered', 'answered'])
  })

  it('is refused in its turn where the database became slower meanwhile', async () => {
    const engine = batcherRig()
    let answers: Promise<string>[] = []
    await submitBehindOneBatch(engine, () => (answers = engine.crowd(3)))
    await engine.end(1000)
    expect(await Promise.all(answers)).toEqual(['busy', 'busy', 'busy'])
    expect([engine.sizes(), engine.isBusy()]).toEqual([[1], false])
  })

  it('is refused in its turn, however many commands wait', async () => {
    const engine = batcherRig({ maxBatch: 32 })
    let answers: Promise<string>[] = []
    await submitBehindOneBatch(engine, () => (answers = engine.crowd(200, 'cust_first')))
    await engine.end(2000)
    expect([engine.length, engine.isBusy()]).toEqual([0, false])
    expect(await Promise.all(answers)).toEqual(Array(200).fill('busy'))
  })
})

describe('a batch that fails', () => {
  /** An error with which the database server reports that nothing was stored. */
  const serverError = (code: string) =>
    Object.assign(new pg.DatabaseError('failed', 0, 'error'), { severity: 'ERROR', code })

  const customers = ['cust_1', 'cust_2', 'cust_3', 'cust_2']
  /** Four commands that wait behind a first one, and become one batch. */
  const four = async () => {
    const engine = batcherRig()
    let answers: Promise<string>[] = []
    await submitBehindOneBatch(engine, () => (answers = customers.map((customer) => engine.submit(customer))))
    await engine.end(1)
    return { ...engine, answers: () => Promise.all(answers) }
  }

  it.each([
    ['its fate is unknown', new UnknownCommitError({ cause: new Error('some fault of ours') })],
    ['its fate is unknown, though the cause is a lock', new UnknownCommitError({ cause: serverError('55P03') })],
    ['the connection is lost', Object.assign(new Error('lost'), { code: 'EHOSTDOWN' })],
    ['it is late', new DatabaseTimeoutError('late')],
    ['the server shuts down', Object.assign(serverError('57P01'), { severity: 'FATAL' })],
  ])('is not run again where %s', async (_why, error) => {
    const { sizes, end, answers, isBusy } = await four()
    await end(1, error)
    expect([sizes(), await answers()]).toEqual([[1, 4], Array(4).fill('failed')])
    expect(isBusy()).toBe(false)
  })

  it('by a fault of this program runs again in halves, until the bad command is alone', async () => {
    const { sizes, end, answers } = await four()
    await end(1, serverError('22P02'))
    await end(1, serverError('22P02'))
    await end(1, serverError('22P02'))
    await end(1)
    await end(1)
    expect([sizes(), await answers()]).toEqual([
      [1, 4, 2, 1, 1, 2],
      ['failed', 'answered', 'answered', 'answered'],
    ])
  })

  it('in halves does not run a half again that may be stored', async () => {
    const { sizes, end, answers } = await four()
    await end(1, serverError('22P02'))
    await end(1, new UnknownCommitError({ cause: new Error('lost') }))
    await end(1)
    expect([sizes(), await answers()]).toEqual([
      [1, 4, 2, 2],
      ['failed', 'failed', 'answered', 'answered'],
    ])
  })

  it('by a fault of this program does not run commands again that have waited too long', async () => {
    const { sizes, end, answers } = await four()
    await end(1000, serverError('22P02'))
    expect([sizes(), await answers()]).toEqual([[1, 4], Array(4).fill('busy')])
  })

  it('by a lock timeout runs again without the commands of locked customers', async () => {
    const { sizes, end, answers, lock } = await four()
    lock('cust_2')
    await end(400, serverError('55P03'))
    await end(1)
    expect([sizes(), await answers()]).toEqual([
      [1, 4, 2],
      ['answered', 'busy', 'answered', 'busy'],
    ])
  })

  it('by a lock timeout runs again with all commands where no customer is locked any more', async () => {
    const { sizes, end, answers } = await four()
    await end(400, serverError('55P03'))
    await end(1)
    expect([sizes(), await answers()]).toEqual([[1, 4, 4], Array(4).fill('answered')])
  })

  it('keeps its customers to itself until all of its commands are answered', async () => {
    const engine = await four()
    const next = [...engine.crowd(1, 'cust_3'), ...engine.crowd(32)]
    await engine.turn()
    expect(engine.sizes()).toEqual([1, 4, 32])
    await engine.end(1, serverError('22P02'))
    await engine.end(1) // the batch of the other 32
    expect(engine.sizes()).toEqual([1, 4, 32, 2])
    await engine.end(1)
    await engine.end(1)
    expect(engine.customers().slice(3)).toEqual(['cust_1 cust_2', 'cust_3 cust_2', 'cust_3'])
    await engine.end(1)
    expect(new Set([...(await engine.answers()), ...(await Promise.all(next))])).toEqual(new Set(['answered']))
  })
})

describe('a batcher is idle', () => {
  it('at once where no command was submitted', async () => {
    await expect(batcherRig().idle()).resolves.toBeUndefined()
  })

  it('when every accepted command is answered', async () => {
    const engine = batcherRig()
    let open = 0
    const follow = (answers: Promise<string>[]) => {
      open += answers.length
      for (const answer of answers) void answer.then(() => (open -= 1))
    }
    await submitBehindOneBatch(engine, () => follow(engine.crowd(70)))
    let isIdle = false
    void engine.idle().then(() => (isIdle = true))
    for (let n = 0; n < 4; n += 1) {
      expect([isIdle, engine.isBusy(), open > 0]).toEqual([false, true, true])
      await engine.end(1)
    }
    expect([isIdle, engine.isBusy(), open]).toEqual([true, false, 0])
  })

  it('also where the waiting commands are refused', async () => {
    const engine = batcherRig()
    await submitBehindOneBatch(engine, () => engine.crowd(20))
    const idle = engine.idle()
    await engine.end(2000)
    await idle
    expect(engine.isBusy()).toBe(false)
  })
})
