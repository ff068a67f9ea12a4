import { describe, it } from 'vitest'
import { beginning, begun, complete, FOLLOWING_MS, lacking, visits } from './guides.ts'

describe.skipIf(lacking.length > 0)('can be followed as it stands, and again', { concurrent: true }, () => {
  it.each(complete)('$path', { timeout: FOLLOWING_MS }, ({ blocks }) =>
    visits(2, async ({ follow }) => {
      for (const block of blocks) await follow(block)
    }),
  )

  it('the guides that go on from README.md', { timeout: FOLLOWING_MS }, () =>
    visits(2, async ({ follow, openAnew }) => {
      for (const block of beginning) await follow(block)
      for (const { blocks } of begun) {
        await openAnew()
        for (const block of blocks) await follow(block)
      }
    }),
  )
})
