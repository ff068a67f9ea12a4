import { describe, expect, it } from 'vitest'
import { recordedExamples, RECORDED_EXAMPLES_FILE } from '../../src/http/openapi/recorded.ts'
import { documentedReplies, documentedRequest } from './documented-request.ts'
import { play } from './play.ts'
import { story } from './scenario/story.ts'

describe('what the reference shows', () => {
  it('is what a Purser that nobody has used answers: renew it with `vitest run test/reference -u`', async () => {
    await expect(`${JSON.stringify(await play(story), null, 2)}\n`).toMatchFileSnapshot(RECORDED_EXAMPLES_FILE)
  })

  it('can be sent as the API document has it, in its order, and is answered as the document says', async () => {
    const { exchanges } = await play(story, documentedRequest)
    expect(exchanges).toHaveLength(recordedExamples.exchanges.length)
    for (const { operation, status, reply } of exchanges) {
      expect(documentedReplies(operation, status)).toContainEqual(anyOfItsCode(status, reply))
    }
  })
})

/** Refusals that many operations share are shown once. */
function anyOfItsCode(status: number, reply: unknown): unknown {
  if (status < 400) return reply
  const { error } = reply as { error: { code: string } }
  return expect.objectContaining({ error: expect.objectContaining({ code: error.code }) as unknown })
}
