import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Command } from '../domain/batch/commands.ts'
import { isDatabaseUnavailable, isLockTimeout, UnknownFateError } from '../store/database-errors.ts'
import { EngineBusyError } from './engine-busy-error.ts'
import type { Answer, Flight, Flushed, Submitted } from './flush.ts'
import { createPace } from './pace.ts'

export interface LaneOptions {
  /** Commands that may wait in the lane. */
  readonly maxQueue: number
  /** Commands in one transaction. */
  readonly maxBatch: number
}

/** A command that is expected to wait longer for its answer is refused at once. */
const LONGEST_WAIT_MS = 650
/**
 * One that turns out to get its answer later, should the next batch take as long as the last, is not done any more: under
 * overload, too, an answer comes within a second.
 */
const LATEST_ANSWER_MS = 900
/** Whoever has waited less finds out how the database is, however slow it was. */
const ALWAYS_AWAITED_MS = 100

export interface LaneDeps {
  /** Runs a batch as one transaction. */
  flush(batch: readonly Submitted[]): Flight
  /** Those of a batch that has waited for a lock in vain whose customer is still locked. */
  lockedOf(commands: readonly Command[]): Promise<ReadonlySet<Command>>
}

/** While one is committed, the next is decided. */
const MOST_IN_FLIGHT = 2
/** A batch that may be followed leaves others to the next ones, but not for less: each has costs of its own. */
const LEAST_SHARE = 32

/** One queue, and transactions one after the other. See engine.ts for what its states are. */
export interface Lane {
  submit(submitted: Submitted): Promise<Answer>
  /** Commands that wait. */
  length(): number
  isBusy(): boolean
  /** Resolves when nothing waits and nothing is in flight. */
  idle(): Promise<void>
}

interface Waiting extends Submitted {
  /** `performance.now()` when it came. */
  readonly sinceMs: number
  resolve(answer: Answer): void
  reject(error: Error): void
}

export function createLane({ flush, lockedOf }: LaneDeps, options: LaneOptions, nowMs = () => performance.now()): Lane {
  const queue: Waiting[] = []
  const pace = createPace(nowMs)
  /** Batches in flight, and whether each may be followed. */
  const flights = new Map<readonly Waiting[], boolean>()
  let isFollowed = false
  let isGathering = false
  let unanswered = 0
  const whenIdle: (() => void)[] = []

  const submit = (submitted: Submitted): Promise<Answer> => {
    const isFull = queue.length >= options.maxQueue
    if (isFull || pace.waitMs(Math.floor(queue.length / options.maxBatch)) > LONGEST_WAIT_MS) {
      return Promise.reject(new EngineBusyError('The engine has too much to do.'))
    }
    return new Promise((resolve, reject) => {
      queue.push({ ...submitted, resolve, reject, sinceMs: nowMs() })
      if (!isGathering && mayBegin()) void gather()
    })
  }

  /** One that follows another has its full share: until then, or until the other has landed, it gathers. */
  const mayBegin = (): boolean => {
    if (queue.length === 0 || flights.size === 0) return queue.length > 0
    const mayFollow = [...flights.values()].every((mayBeFollowed) => mayBeFollowed)
    return mayFollow && flights.size < MOST_IN_FLIGHT && queue.length >= share()
  }

  /**
   * Of those that wait. Where batches follow one another, a quarter of all that are here: while it is committed, one is
   * decided, one is answered and one comes in. Larger ones would leave the database and the node waiting for each other.
   */
  const share = (): number => {
    if (!isFollowed) return options.maxBatch
    const here = [...flights.keys()].reduce((sum, { length }) => sum + length, queue.length)
    return Math.min(options.maxBatch, Math.max(LEAST_SHARE, Math.ceil(here / 4)))
  }

  /** Begins when a turn of the event loop has brought nothing more: callers that come together travel together. */
  const gather = async (): Promise<void> => {
    isGathering = true
    for (let known = 0; queue.length > known && queue.length < share();) {
      known = queue.length
      await nextTurn()
    }
    isGathering = false
    begin()
  }

  const begin = (): void => {
    while (mayBegin()) {
      const batch = queue.splice(0, share()).filter(isAwaited(pace.nextMs()))
      if (batch.length > 0) void run(batch)
    }
    if (!isBusy()) for (const resolve of whenIdle.splice(0)) resolve()
  }

  /** The next transaction begins before the callers of the last one are answered: the database works meanwhile. */
  const run = async (batch: readonly Waiting[]): Promise<void> => {
    unanswered += 1
    const answer = await settle(batch)
    begin()
    await nextTurn()
    answer()
    unanswered -= 1
    begin()
  }

  /** Refuses whose answer would come too late, should it take so long: the database was slower than it had been. */
  const isAwaited =
    (expectedMs: number) =>
    ({ sinceMs, reject }: Waiting): boolean => {
      const waitedMs = nowMs() - sinceMs
      const isLate = waitedMs > Math.max(ALWAYS_AWAITED_MS, LATEST_ANSWER_MS - expectedMs)
      if (isLate) reject(new EngineBusyError('The database did not answer in time.'))
      return !isLate
    }

  /** Answers how to tell the callers of a batch what came of it. */
  const settle = async (batch: readonly Waiting[]): Promise<() => void> => {
    try {
      const { answers } = await fly(batch)
      return () => batch.forEach((waiting, index) => waiting.resolve(answers[index] as Answer))
    } catch (error) {
      if (isLockTimeout(error)) return await settleUnlocked(batch)
      const isOurs = !(error instanceof UnknownFateError) && !isDatabaseUnavailable(error)
      if (isOurs && batch.length > 1) return await settleHalves(batch)
      return () => batch.forEach((waiting) => waiting.reject(error as Error))
    }
  }

  /** Nothing of the batch was done. Whoever is behind a locked customer is refused, the others need not wait for it. */
  const settleUnlocked = async (batch: readonly Waiting[]): Promise<() => void> => {
    const commands = batch.map(({ command }) => command)
    const locked = await lockedOf(commands).catch((error: unknown) => error as Error)
    if (locked instanceof Error) return () => batch.forEach((waiting) => waiting.reject(locked))
    for (const { command, reject } of batch) {
      if (locked.has(command)) reject(new EngineBusyError('The customer is locked by another transaction.'))
    }
    const rest = batch.filter(({ command }) => !locked.has(command)).filter(isAwaited(0))
    return rest.length === 0 ? nobody : await settle(rest)
  }

  /** Nothing of the batch was done, for a fault of ours: half of it may go without. */
  const settleHalves = async (batch: readonly Waiting[]): Promise<() => void> => {
    const half = Math.ceil(batch.length / 2)
    for (const part of [batch.slice(0, half), batch.slice(half)]) {
      const awaited = part.filter(isAwaited(0))
      if (awaited.length > 0) (await settle(awaited))()
    }
    return nobody
  }

  const fly = async (batch: readonly Waiting[]): Promise<Flushed> => {
    pace.begins()
    try {
      const { mayBeFollowed, landed } = flush(batch)
      flights.set(batch, mayBeFollowed)
      isFollowed = mayBeFollowed
      return await landed
    } finally {
      flights.delete(batch)
      pace.ends()
    }
  }

  const isBusy = () => isGathering || unanswered > 0 || queue.length > 0

  return {
    submit,
    length: () => queue.length,
    isBusy,
    idle: () => (isBusy() ? new Promise((resolve) => whenIdle.push(resolve)) : Promise.resolve()),
  }
}

const nobody = (): void => undefined
