import { it } from 'vitest'
import { testsWithNeeds } from '../support/needs.ts'
import { isReleaseRun } from '../support/thorough.ts'
import { beginning, begun, complete, toFollowGuides, visits } from './guides.ts'

/** Before a release each guide is followed a second time, beside what the first time made. */
const TIMES = isReleaseRun ? 2 : 1

testsWithNeeds(...toFollowGuides).describe(`can be followed as it stands, ${TIMES} times`, { concurrent: true }, () => {
  it.each(complete)('$path', ({ blocks }) =>
    visits(TIMES, async ({ follow }) => {
      for (const block of blocks) await follow(block)
    }),
  )

  it('the guides that go on from README.md', () =>
    visits(TIMES, async ({ follow, openAnew }) => {
      for (const block of beginning) await follow(block)
      for (const { blocks } of begun) {
        await openAnew()
        for (const block of blocks) await follow(block)
      }
    }))
})
