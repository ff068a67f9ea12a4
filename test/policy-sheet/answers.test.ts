import { expect, it } from 'vitest'
import { Policy } from '../../src/contract/policy.ts'
import { answersAbout, orders } from './answers.ts'

/** A line for each field and reader. `npx vitest run test/policy-sheet -u` renews the file. */
it('every reader of policies answers about every field as it did', async () => {
  const lines = Object.entries(orders()).map(([reader, answer]) => JSON.stringify(['order', reader, answer]))
  for (const field of Object.keys(Policy.properties) as (keyof Policy)[]) {
    for (const [reader, answer] of Object.entries(await answersAbout(field)))
      lines.push(JSON.stringify([field, reader, answer]))
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('answers.jsonl')
})
