import { expect, it } from 'vitest'
import { ServiceBusyError } from './busy-error.ts'
import { GatheredDatabaseQuestions, type GatheredDatabaseQuestionsOptions } from './gathered.ts'

/** Questions whose answer is their double. They are answered when the test says so. */
function rig(options: Partial<GatheredDatabaseQuestionsOptions> = {}) {
  const trips: (readonly number[])[] = []
  const underWay: ((error?: Error) => void)[] = []
  const gathered = new GatheredDatabaseQuestions<number, number>(
    (questions) =>
      new Promise((resolve, reject) => {
        trips.push(questions)
        underWay.push((error) => (error ? reject(error) : resolve(questions.map((question) => question * 2))))
      }),
    { most: 3, atOnce: 2, maxWaiting: 100, ...options },
  )
  const turn = async () => {
    for (let n = 0; n < 3; n += 1) await new Promise(setImmediate)
  }
  return {
    gathered,
    trips,
    turn,
    ask: (questions: readonly number[]) => questions.map((question) => gathered.ask(question)),
    /** Ends the round trip that has been under way for the longest. */
    end: async (error?: Error) => {
      underWay.shift()?.(error)
      await turn()
    },
  }
}

it('questions of one turn travel together, and each gets its own answer', async () => {
  const { ask, trips, turn, end } = rig()
  const answers = ask([1, 2, 3])
  await turn()
  expect(trips).toEqual([[1, 2, 3]])
  await end()
  expect(await Promise.all(answers)).toEqual([2, 4, 6])
})

it('no more travel together, and no more trips are under way, than may', async () => {
  const { gathered, ask, trips, turn, end } = rig()
  const answers = ask([1, 2, 3, 4, 5, 6, 7, 8])
  await turn()
  expect([trips, gathered.length]).toEqual([
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    2,
  ])
  answers.push(...ask([9, 10]))
  await end()
  expect([trips.at(-1), gathered.length]).toEqual([[7, 8, 9], 1])
  for (let n = 0; n < 3; n += 1) await end()
  expect(trips.at(-1)).toEqual([10])
  expect(await Promise.all(answers)).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20])
})

it('whoever asks later travels beside a trip that is under way', async () => {
  const { ask, trips, turn, end } = rig()
  const first = ask([1])
  await turn()
  const second = ask([2])
  await turn()
  expect(trips).toEqual([[1], [2]])
  for (let n = 0; n < 2; n += 1) await end()
  expect(await Promise.all([...first, ...second])).toEqual([2, 4])
})

it('a trip that fails fails all of it, and holds up nobody else', async () => {
  const { ask, turn, end } = rig({ atOnce: 1 })
  const settled = Promise.allSettled(ask([1, 2, 3, 4]))
  await turn()
  await end(new Error('away'))
  await end()
  expect((await settled).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    ...Array<string>(3).fill('Error: away'),
    8,
  ])
})

it('whoever asks is refused while as many wait as may', async () => {
  const { ask, turn, end } = rig({ most: 1, atOnce: 1, maxWaiting: 2 })
  const first = ask([1])
  await turn()
  const waiting = ask([2, 3])
  await expect(Promise.all(ask([4]))).rejects.toThrow(ServiceBusyError)
  for (let n = 0; n < 3; n += 1) {
    await end()
    await turn()
  }
  expect(await Promise.all([...first, ...waiting])).toEqual([2, 4, 6])
})

it.each([3, 100])('an answer that fails by itself fails alone, as the last of %i, too', async (count) => {
  const failing = new GatheredDatabaseQuestions<number, number>(
    (questions) => Promise.resolve(questions.map((n) => (n === count ? Promise.reject(new Error('away')) : n))),
    { most: count, atOnce: 1, maxWaiting: count },
  )
  const answers = await Promise.allSettled(Array.from({ length: count }, (_, n) => failing.ask(n + 1)))
  expect(answers.map(({ status }) => status)).toEqual([...Array(count - 1).fill('fulfilled'), 'rejected'])
})

it('of many callers, some get their answers in each turn of the event loop', async () => {
  const { ask, turn, end } = rig({ most: 100 })
  let turns = 0
  const next = () => {
    turns += 1
    if (turns < 30) setImmediate(next)
  }
  const answeredIn: number[] = []
  const answers = ask(Array.from({ length: 100 }, (_, n) => n)).map((answer) =>
    answer.then(() => answeredIn.push(turns)),
  )
  await turn()
  next()
  await end()
  await Promise.all(answers)
  const most = Math.max(
    ...Map.groupBy(answeredIn, (at) => at)
      .values()
      .map(({ length }) => length),
  )
  expect([answeredIn.length, most]).toEqual([100, 16])
})
