import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { Command } from '../domain/batch/commands.ts'
import { DatabaseTimeoutError, UnknownFateError } from '../store/database-errors.ts'
import type { Answer, Submitted } from './flush.ts'
import { EngineBusyError } from './engine-busy-error.ts'
import { createLane } from './lane.ts'

const MAX_BATCH = 2

/** A lane whose batches end when they are told to, after so much time. */
function rig({ mayBeFollowed = false, maxBatch = MAX_BATCH } = {}) {
  let nowMs = 0
  const locked = new Set<Command>()
  const begun: ((error?: Error) => void)[] = []
  const sizes: number[] = []
  const lane = createLane(
    {
      flush: (batch: readonly Submitted[]) => ({
        mayBeFollowed,
        landed: new Promise((resolve, reject) => {
          sizes.push(batch.length)
          const answers = batch.map((): Answer => ({ kind: 'replayed', status: 200, body: '' }))
          begun.push((error) => (error ? reject(error) : resolve({ answers, deliveries: 0, way: 'read' })))
        }),
      }),
      lockedOf: () => Promise.resolve(locked),
    },
    { maxQueue: 1000, maxBatch },
    () => nowMs,
  )
  const submit = ({ isLocked = false } = {}) => {
    const command: Command = { kind: 'expire', accountId: 'acct_1', transactionId: 'txn_1' }
    if (isLocked) locked.add(command)
    return lane.submit({ command, claim: null }).then(
      () => 'answered',
      (error: unknown) => (error instanceof EngineBusyError ? 'busy' : 'failed'),
    )
  }
  /** Turns of the event loop, more than a lane gathers for. */
  const turn = async () => {
    for (let n = 0; n < 5; n += 1) await new Promise(setImmediate)
  }
  return {
    submit,
    /** Of the batches that have begun. */
    sizes,
    idle: () => lane.idle(),
    /** Ends the batch that is running, after so long. */
    end: async (durationMs: number, error?: Error) => {
      nowMs += durationMs
      begun.shift()?.(error)
      await turn()
    },
    pass: (ms: number) => (nowMs += ms),
    turn,
  }
}

const isRefused = async ({ submit, turn }: ReturnType<typeof rig>) => {
  let answer = 'waits'
  void submit().then((given) => (answer = given))
  await turn()
  return answer === 'busy'
}

/** Batches of so long, one after the other. */
async function takes(lane: ReturnType<typeof rig>, durations: readonly number[]): Promise<void> {
  for (const durationMs of durations) {
    void lane.submit()
    await lane.turn()
    await lane.end(durationMs)
  }
}

it('refuses at once whom it would let wait too long, and nobody else', async () => {
  const lane = rig()
  await takes(lane, [300, 300])
  void lane.submit()
  await lane.turn() // running
  for (let n = 0; n < MAX_BATCH; n += 1) expect(await isRefused(lane)).toBe(false) // 300 + 300 ms
  expect(await isRefused(lane)).toBe(true) // 900 ms
  lane.pass(260)
  expect(await isRefused(lane)).toBe(false) // 640 ms
})

it('turns nobody away after one slow batch', async () => {
  const lane = rig()
  await takes(lane, [10, 5000])
  void lane.submit()
  await lane.turn()
  for (let n = 0; n < 50; n += 1) expect(await isRefused(lane)).toBe(false)
})

it('refuses behind a batch that does not end, and lets in again as soon as one has ended quickly', async () => {
  const lane = rig()
  await takes(lane, [10, 10])
  void lane.submit()
  await lane.turn()
  lane.pass(600)
  for (let n = 0; n < MAX_BATCH; n += 1) expect(await isRefused(lane)).toBe(false)
  expect(await isRefused(lane)).toBe(true)
  await lane.end(600, Object.assign(new Error('away'), { code: '57014' }))
  await lane.end(1500, Object.assign(new Error('away'), { code: '57014' }))
  await lane.end(10)
  await takes(lane, [10])
  void lane.submit()
  await lane.turn()
  expect(await isRefused(lane)).toBe(false)
})

it('lets one in that finds out, while nothing is running', async () => {
  const lane = rig()
  await takes(lane, [1500, 1500])
  const answer = lane.submit()
  await lane.turn()
  await lane.end(10)
  expect(await answer).toBe('answered')
})

describe('batches that may be followed', () => {
  const crowd = async (count: number) => {
    const lane = rig({ mayBeFollowed: true, maxBatch: 256 })
    void lane.submit()
    await lane.turn()
    await lane.end(1)
    for (let n = 0; n < count; n += 1) void lane.submit()
    await lane.turn()
    return lane
  }

  it('are a quarter of all that are here, two at a time', async () => {
    const lane = await crowd(400)
    expect(lane.sizes).toEqual([1, 100, 100])
    await lane.end(1)
    expect(lane.sizes).toEqual([1, 100, 100, 75])
  })

  it('are no smaller than 32, but for the last: it begins when nothing is in flight', async () => {
    const lane = await crowd(70)
    expect(lane.sizes).toEqual([1, 32, 32])
    await lane.end(1)
    expect(lane.sizes).toEqual([1, 32, 32])
    await lane.end(1)
    expect(lane.sizes).toEqual([1, 32, 32, 6])
  })

  it('are all answered before the lane is idle', async () => {
    const lane = await crowd(70)
    let isIdle = false
    void lane.idle().then(() => (isIdle = true))
    for (const _ of [1, 2, 3]) {
      expect(isIdle).toBe(false)
      await lane.end(1)
    }
    expect(isIdle).toBe(true)
  })
})

it('nothing follows a batch that may not be followed', async () => {
  const lane = rig({ maxBatch: 256 })
  void lane.submit()
  await lane.turn()
  for (let n = 0; n < 100; n += 1) void lane.submit()
  await lane.turn()
  expect(lane.sizes).toEqual([1])
  await lane.end(1)
  expect(lane.sizes).toEqual([1, 100])
})

describe('a batch that fails', () => {
  /** The server's own word that nothing was done. */
  const serverError = (code: string) =>
    Object.assign(new pg.DatabaseError('failed', 0, 'error'), { severity: 'ERROR', code })

  /** Four that wait behind a first one, as one batch. */
  const four = async () => {
    const lane = rig({ maxBatch: 256 })
    void lane.submit()
    await lane.turn()
    const answers = [false, true, false, false].map((isLocked) => lane.submit({ isLocked }))
    await lane.end(1)
    return { ...lane, answers: () => Promise.all(answers) }
  }

  it.each([
    ['nobody knows how', new UnknownFateError({ cause: new Error('some fault of ours') })],
    ['the connection is lost', Object.assign(new Error('lost'), { code: 'EHOSTDOWN' })],
    ['it is late', new DatabaseTimeoutError('late')],
    ['the server shuts down', Object.assign(serverError('57P01'), { severity: 'FATAL' })],
  ])('is not run again where %s', async (_why, error) => {
    const { sizes, end, answers } = await four()
    await end(1, error)
    expect([sizes, await answers()]).toEqual([
      [1, 4],
      ['failed', 'failed', 'failed', 'failed'],
    ])
  })

  it('for a fault of ours is run again in halves, until the bad one is alone', async () => {
    const { sizes, end, answers } = await four()
    await end(1, serverError('22P02'))
    await end(1, serverError('22P02'))
    await end(1, serverError('22P02'))
    await end(1)
    await end(1)
    expect([sizes, await answers()]).toEqual([
      [1, 4, 2, 1, 1, 2],
      ['failed', 'answered', 'answered', 'answered'],
    ])
  })

  it('for a fault of ours is not run again for those who have waited too long', async () => {
    const { sizes, end, answers } = await four()
    await end(1000, serverError('22P02'))
    expect([sizes, await answers()]).toEqual([
      [1, 4],
      ['busy', 'busy', 'busy', 'busy'],
    ])
  })

  it('behind a lock is run again without those whose customer is locked', async () => {
    const { sizes, end, answers } = await four()
    await end(400, serverError('55P03'))
    await end(1)
    expect([sizes, await answers()]).toEqual([
      [1, 4, 3],
      ['answered', 'busy', 'answered', 'answered'],
    ])
  })
})
