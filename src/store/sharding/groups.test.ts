import { expect, it } from 'vitest'
import { distributedBucketGroups, queryEachBucketGroup, singleBucketGroup } from './groups.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { monotonicIds } from '../../lib/ids.ts'

const ids = monotonicIds({ now: () => 0 })
const questions = [ids('card', 1), ids('card', 2), ids('card', 1)]
const asked = { questions, idOf: (id: string) => id }

it('each group is asked once for all of its questions, and a failed group does not delay the answers of the others', async () => {
  const trips: (readonly string[])[] = []
  const answers = await queryEachBucketGroup(distributedBucketGroups, asked, (own, group) => {
    trips.push(own)
    return group === 2 ? Promise.reject(new Error('away')) : Promise.resolve(own.map(bucketOfId))
  })
  expect(trips).toEqual([[questions[0], questions[2]], [questions[1]]])
  expect(await Promise.allSettled(answers.map((answer) => Promise.resolve(answer)))).toMatchObject([
    { value: 1 },
    { reason: { message: 'away' } },
    { value: 1 },
  ])
})

it('a single group is asked with the questions as they are', async () => {
  const answers = await queryEachBucketGroup(singleBucketGroup, asked, (own) => Promise.resolve(own))
  expect(answers).toEqual(questions)
})
