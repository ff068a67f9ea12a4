import type * as crypto from 'node:crypto'
import { afterAll, expect, it, vi } from 'vitest'

const begun: string[] = []
afterAll(() => {
  vi.doUnmock('node:crypto')
  vi.resetModules()
})

// Passwords are hashed by a stub, so that hashes end in the order in which they begin: how long a real hash takes says nothing about whose
// turn is next. `password.ts` is loaded anew, since test files share a process.
vi.resetModules()
vi.doMock('node:crypto', async (original) => ({
  ...(await original<typeof crypto>()),
  argon2: (_algorithm: string, { message }: { message: Buffer }, done: (error: null, tag: Buffer) => void) => {
    begun.push(message.toString())
    setImmediate(() => done(null, Buffer.alloc(32)))
  },
}))
const { spendPasswordCheckTime: checkNobody } = await import('./password.ts')

it('is hashed in turns of networks: many of one do not keep another waiting, whatever addresses they name', async () => {
  const tries = (network: string, address: (index: number) => string, count: number) =>
    Array.from({ length: count }, (_, index) => checkNobody({ address: address(index) }, `the words of ${network}`))
  await Promise.all([
    ...tries('many', (index) => `2001:db8:1:2::${index + 1}`, 10),
    ...tries('one', () => '203.0.113.9', 1),
  ])
  expect(begun).toHaveLength(11)
  // Two passwords are hashed at once: at first two of the network that came first, and then one of each network.
  expect(begun.indexOf('the words of one')).toBeLessThan(5)
})
