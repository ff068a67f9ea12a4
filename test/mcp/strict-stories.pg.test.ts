import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { playStrict, strictStories } from './strict-stories.ts'

/** What agents meet under a strict policy: no answer may lead them astray, and answers stay short. */
let service: TestPurser
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
})
afterAll(() => service.stop())

it.each(strictStories.map((story) => [story.name, story] as const))('%s', async (_name, story) => {
  const { faults, bytes, calls } = await playStrict(service, story)
  expect(faults).toEqual([])
  expect(bytes / calls).toBeLessThan(1200)
})
