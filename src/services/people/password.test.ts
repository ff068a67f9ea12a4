import { expect, it } from 'vitest'
import { checkNobody } from './password.ts'

it('is hashed in turns of networks: many of one do not keep another waiting, whatever addresses they name', async () => {
  const ended: string[] = []
  const tries = (network: string, address: (index: number) => string, count: number) =>
    Array.from({ length: count }, async (_, index) => {
      await checkNobody({ address: address(index) }, 'wrong words here')
      ended.push(network)
    })
  await Promise.all([
    ...tries('many', (index) => `2001:db8:1:2::${index + 1}`, 10),
    ...tries('one', () => '203.0.113.9', 1),
  ])
  expect(ended).toHaveLength(11)
  // Two are hashed at once: those of the network that came first, then one of each.
  expect(ended.indexOf('one')).toBeLessThan(5)
})
