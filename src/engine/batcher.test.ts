import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { batcherRig, behindOne, isRefused, nameOf, takes } from '../../test/support/batcher-rig.ts'
import { DatabaseTimeoutError, UnknownFateError } from '../store/connection/database-errors.ts'

describe('what comes together', () => {
  it('travels together, and each is answered its own', async () => {
    const engine = batcherRig()
    const answers = engine.crowd(3)
    await new Promise(setImmediate)
    answers.push(engine.submit()) // of the turn after
    await engine.turn()
    expect(engine.sizes()).toEqual([4])
    await engine.end(1)
    expect(await Promise.all(answers)).toEqual(Array(4).fill('answered'))
  })

  it('is no more than a batch may hold', async () => {
    const engine = batcherRig({ maxBatch: 40, maxInFlight: 1 })
    void engine.crowd(100)
    await engine.turn()
    for (const _ of [1, 2]) await engine.end(1)
    expect(engine.sizes()).toEqual([40, 40, 20])
  })

  it('of nobody who is known may travel with anybody', async () => {
    const engine = batcherRig()
    const answers = [null, 'cust_1', null].map((customer) => engine.submit(customer))
    await engine.turn()
    expect(engine.customers()).toEqual([' cust_1'])
    await engine.end(1)
    expect(await Promise.all(answers)).toEqual(Array(3).fill('answered'))
  })
})

describe('batches in flight', () => {
  it('have each its share of all that is here, so many at a time', async () => {
    const engine = batcherRig()
    await behindOne(engine, () => engine.crowd(399))
    expect(engine.sizes()).toEqual([1, 32]) // the first that made a share did not wait for more
    await engine.end(1)
    expect(engine.sizes()).toEqual([1, 32, 200])
    await engine.end(1)
    expect(engine.sizes()).toEqual([1, 32, 200]) // 167 are less than half of 367
    await engine.end(1)
    expect(engine.sizes()).toEqual([1, 32, 200, 84, 83])
  })

  it('are no smaller than 32, but for the last: it begins when nothing is in flight', async () => {
    const engine = batcherRig()
    await behindOne(engine, () => engine.crowd(31))
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

  it('share no customer: who waits for one of another batch waits here', async () => {
    const engine = batcherRig()
    await behindOne(engine, () => {
      void engine.crowd(10, 'cust_first')
      void engine.crowd(32)
    })
    expect([engine.sizes(), engine.length]).toEqual([[1, 32], 10])
    await engine.end(1)
    expect(engine.sizes()).toEqual([1, 32]) // too few to go beside another one
    await engine.end(1)
    expect(engine.customers()[2]).toBe('cust_first')
  })

  it('leave the commands of one customer in their order', async () => {
    const engine = batcherRig({ maxBatch: 32 })
    await behindOne(engine, () => {
      for (let n = 0; n < 40; n += 1) void engine.crowd(1, n % 4 === 0 ? 'cust_hot' : undefined)
    })
    for (let n = 0; n < 4; n += 1) await engine.end(1)
    const order = engine
      .begun()
      .flat()
      .filter(({ levels }) => levels?.customerId === 'cust_hot')
      .map((one) => Number(nameOf(one).slice(4)))
    expect(order).toEqual([2, 6, 10, 14, 18, 22, 26, 30, 34, 38])
  })

  it('are one where all is of one customer: it takes everything', async () => {
    const engine = batcherRig()
    await behindOne(engine, () => engine.crowd(200, 'cust_hot'))
    expect(engine.sizes()).toEqual([1, 32]) // as soon as they were a share
    await engine.end(1)
    await engine.end(1)
    expect(engine.sizes()).toEqual([1, 32, 168])
  })

  it('are no more than may be', async () => {
    const engine = batcherRig({ maxInFlight: 3 })
    await behindOne(engine, () => engine.crowd(200))
    expect(engine.sizes()).toHaveLength(3)
  })
})

describe('who would wait too long', () => {
  /** Of two commands, one at a time: so few commands are many batches. */
  const small = () => batcherRig({ maxBatch: 2, maxInFlight: 1 })

  it('is refused at once, and nobody else', async () => {
    const engine = small()
    await takes(engine, [300, 300])
    void engine.submit()
    await engine.turn() // in flight
    for (let n = 0; n < 2; n += 1) expect(await isRefused(engine)).toBe(false) // 300 + 300 ms
    expect(await isRefused(engine)).toBe(true) // 900 ms
    engine.pass(260)
    expect(await isRefused(engine)).toBe(false) // 640 ms
  })

  it('is nobody after one slow batch', async () => {
    const engine = small()
    await takes(engine, [10, 5000])
    void engine.submit()
    await engine.turn()
    for (let n = 0; n < 50; n += 1) expect(await isRefused(engine)).toBe(false)
  })

  it('is whoever comes behind a batch that does not end, until one has ended quickly', async () => {
    const engine = small()
    await takes(engine, [10, 10])
    void engine.submit()
    await engine.turn()
    engine.pass(600)
    for (let n = 0; n < 2; n += 1) expect(await isRefused(engine)).toBe(false)
    expect(await isRefused(engine)).toBe(true)
    await engine.end(600, Object.assign(new Error('away'), { code: '57014' }))
    await engine.end(1500, Object.assign(new Error('away'), { code: '57014' }))
    await engine.end(10)
    await takes(engine, [10])
    void engine.submit()
    await engine.turn()
    expect(await isRefused(engine)).toBe(false)
  })

  it('is not the one that finds out, while nothing is in flight', async () => {
    const engine = small()
    await takes(engine, [1500, 1500])
    const answer = engine.submit()
    await engine.turn()
    await engine.end(10)
    expect(await answer).toBe('answered')
  })

  it('is refused where too many wait already, and let in when they are fewer', async () => {
    const engine = batcherRig({ maxQueue: 10 })
    await behindOne(engine, () => engine.crowd(10))
    expect(await isRefused(engine)).toBe(true)
    await engine.end(1)
    expect(engine.length).toBe(0)
    expect(await isRefused(engine)).toBe(false)
  })

  it('is told so when its turn comes and the database was slower than it had been', async () => {
    const engine = batcherRig()
    let answers: Promise<string>[] = []
    await behindOne(engine, () => (answers = engine.crowd(3)))
    await engine.end(1000)
    expect(await Promise.all(answers)).toEqual(['busy', 'busy', 'busy'])
    expect([engine.sizes(), engine.isBusy()]).toEqual([[1], false])
  })

  it('is told so, however many there are', async () => {
    const engine = batcherRig({ maxBatch: 32 })
    let answers: Promise<string>[] = []
    await behindOne(engine, () => (answers = engine.crowd(200, 'cust_first')))
    await engine.end(2000)
    expect([engine.length, engine.isBusy()]).toEqual([0, false])
    expect(await Promise.all(answers)).toEqual(Array(200).fill('busy'))
  })
})

describe('a batch that fails', () => {
  /** The server's own word that nothing was done. */
  const serverError = (code: string) =>
    Object.assign(new pg.DatabaseError('failed', 0, 'error'), { severity: 'ERROR', code })

  const customers = ['cust_1', 'cust_2', 'cust_3', 'cust_2']
  /** Four that wait behind a first one, as one batch. */
  const four = async () => {
    const engine = batcherRig()
    let answers: Promise<string>[] = []
    await behindOne(engine, () => (answers = customers.map((customer) => engine.submit(customer))))
    await engine.end(1)
    return { ...engine, answers: () => Promise.all(answers) }
  }

  it.each([
    ['nobody knows how', new UnknownFateError({ cause: new Error('some fault of ours') })],
    ['nobody knows how, though the cause is a lock', new UnknownFateError({ cause: serverError('55P03') })],
    ['the connection is lost', Object.assign(new Error('lost'), { code: 'EHOSTDOWN' })],
    ['it is late', new DatabaseTimeoutError('late')],
    ['the server shuts down', Object.assign(serverError('57P01'), { severity: 'FATAL' })],
  ])('is not run again where %s', async (_why, error) => {
    const { sizes, end, answers, isBusy } = await four()
    await end(1, error)
    expect([sizes(), await answers()]).toEqual([[1, 4], Array(4).fill('failed')])
    expect(isBusy()).toBe(false)
  })

  it('for a fault of ours is run again in halves, until the bad one is alone', async () => {
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

  it('in halves, one of which may be stored, does not run that half again', async () => {
    const { sizes, end, answers } = await four()
    await end(1, serverError('22P02'))
    await end(1, new UnknownFateError({ cause: new Error('lost') }))
    await end(1)
    expect([sizes(), await answers()]).toEqual([
      [1, 4, 2, 2],
      ['failed', 'failed', 'answered', 'answered'],
    ])
  })

  it('for a fault of ours is not run again for those who have waited too long', async () => {
    const { sizes, end, answers } = await four()
    await end(1000, serverError('22P02'))
    expect([sizes(), await answers()]).toEqual([[1, 4], Array(4).fill('busy')])
  })

  it('behind a lock is run again without those whose customer is locked', async () => {
    const { sizes, end, answers, lock } = await four()
    lock('cust_2')
    await end(400, serverError('55P03'))
    await end(1)
    expect([sizes(), await answers()]).toEqual([
      [1, 4, 2],
      ['answered', 'busy', 'answered', 'busy'],
    ])
  })

  it('behind a lock that is free again is run again for all', async () => {
    const { sizes, end, answers } = await four()
    await end(400, serverError('55P03'))
    await end(1)
    expect([sizes(), await answers()]).toEqual([[1, 4, 4], Array(4).fill('answered')])
  })

  it('keeps its customers until all of it is over', async () => {
    const engine = await four()
    const next = [...engine.crowd(1, 'cust_3'), ...engine.crowd(32)]
    await engine.turn()
    expect(engine.sizes()).toEqual([1, 4, 32])
    await engine.end(1, serverError('22P02'))
    await engine.end(1) // of the others
    expect(engine.sizes()).toEqual([1, 4, 32, 2])
    await engine.end(1)
    await engine.end(1)
    expect(engine.customers().slice(3)).toEqual(['cust_1 cust_2', 'cust_3 cust_2', 'cust_3'])
    await engine.end(1)
    expect(new Set([...(await engine.answers()), ...(await Promise.all(next))])).toEqual(new Set(['answered']))
  })
})

describe('a batcher is idle', () => {
  it('at once where nothing was asked', async () => {
    await expect(batcherRig().idle()).resolves.toBeUndefined()
  })

  it('when all that was accepted is answered', async () => {
    const engine = batcherRig()
    let open = 0
    const follow = (answers: Promise<string>[]) => {
      open += answers.length
      for (const answer of answers) void answer.then(() => (open -= 1))
    }
    await behindOne(engine, () => follow(engine.crowd(70)))
    let isIdle = false
    void engine.idle().then(() => (isIdle = true))
    for (let n = 0; n < 4; n += 1) {
      expect([isIdle, engine.isBusy(), open > 0]).toEqual([false, true, true])
      await engine.end(1)
    }
    expect([isIdle, engine.isBusy(), open]).toEqual([true, false, 0])
  })

  it('also where those that waited are refused in the end', async () => {
    const engine = batcherRig()
    await behindOne(engine, () => engine.crowd(20))
    const idle = engine.idle()
    await engine.end(2000)
    await idle
    expect(engine.isBusy()).toBe(false)
  })
})
