import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { type Outcome, playErrands, stories, summary } from './errands.ts'

let service: TestPurser
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
})
afterAll(() => service.stop())

const failed = ({ paid, expected, isLoop }: Outcome) => isLoop || paid !== expected
const shown = ({ story, habit, paid, steps }: Outcome) =>
  [
    `${habit}, ${story}: paid ${paid}`,
    ...steps.map(({ tool, args, answer }) => `${tool} ${JSON.stringify(args)} ${answer.text}`),
  ].join('\n')

it('whoever follows `next`, lazily too, pays once where it may and never twice', async () => {
  const outcomes = await playErrands(service, { orders: stories.length * 4, seed: 1 })
  console.log(summary(outcomes).join('\n'))
  expect(outcomes.filter(failed).map(shown)).toEqual([])
})
