import type * as crypto from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { checkNobody } from './password.ts'

const { begun } = vi.hoisted(() => ({ begun: [] as string[] }))

/** Hashes of the test end in the order in which they begin: how long a thread of the machine takes says nothing about turns. */
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof crypto>()),
  argon2: (_algorithm: string, { message }: { message: Buffer }, done: (error: null, tag: Buffer) => void) => {
    begun.push(message.toString())
    setImmediate(() => done(null, Buffer.alloc(32)))
  },
}))

it('is hashed in turns of networks: many of one do not keep another waiting, whatever addresses they name', async () => {
  const tries = (network: string, address: (index: number) => string, count: number) =>
    Array.from({ length: count }, (_, index) => checkNobody({ address: address(index) }, `the words of ${network}`))
  await Promise.all([
    ...tries('many', (index) => `2001:db8:1:2::${index + 1}`, 10),
    ...tries('one', () => '203.0.113.9', 1),
  ])
  expect(begun).toHaveLength(11)
  // Two are hashed at once: those of the network that came first, then one of each.
  expect(begun.indexOf('the words of one')).toBeLessThan(5)
})
