import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { baseUrlOf } from '../../test/support/processes/base-url-of.ts'
import { commandRig } from '../../test/support/records/command-rig.ts'
import { Purser } from './remote/client.ts'

const rig = commandRig({ isMigrated: true })
const { purser, run } = rig
const NOWHERE = { PURSER_DATA_DIR: '/nowhere' }

/** The test runs six commands, each in a process of its own. */
it('purser receipts: rotates beside a running service, and checks what is older without it', async () => {
  const service = purser(['start'])
  const key = await service.line((text) => /sk_\w{40}/.test(text))
  const baseUrl = await baseUrlOf(service)
  const client = new Purser({ baseUrl, apiKey: /sk_\w{40}/.exec(key)?.[0] ?? '' })
  const { id: customerId } = await client.customers.create({ email: 'ada@example.com' })
  const { id: cardId } = await client.cards.create({ customerId, policy: { limits: { perAuth: 100 } } })
  const transactionIds = []
  for (const amount of [100, 101])
    transactionIds.push((await client.network.authorize({ cardId, amount })).transactionId)
  const receipts = await Promise.all(transactionIds.map((id) => client.transactions.receipt(id)))

  expect((await run(['receipts', 'rotate-key'])).stdout[0]).toContain('1 former keys')
  const [approved, declined] = receipts.map(({ receipt }) => receipt)
  const newest = await client.transactions.receipt(transactionIds[1] ?? '')
  const file = join(rig.folder, 'receipts.txt')
  writeFileSync(file, `${approved}\n${declined}\n\n${JSON.stringify(newest)}\n`)

  const online = await run(['receipts', 'check', file], { ...NOWHERE, PURSER_URL: baseUrl })
  expect([online.code, online.stdout.at(-1)]).toEqual([0, '3 receipts checked: 0 findings.'])
  expect(online.stdout[1]).toMatch(/^txn_\w+ \S+Z decline 1\.01 USD card \.\.\.\d{4} per_auth_exceeded$/)

  const keys = join(rig.folder, 'jwks.json')
  writeFileSync(keys, (await run(['receipts', 'keys'])).stdout.join('\n'))
  writeFileSync(file, `${approved}\n${declined?.replace(/.\.(?=[^.]*$)/, '!.')}\n`)
  const changed = await run(['receipts', 'check', file, '--keys', keys], NOWHERE)
  expect([changed.code, changed.stdout.slice(1)]).toEqual([
    1,
    [expect.stringMatching(/^line 2: The receipt was changed/), '2 receipts checked: 1 findings.'],
  ])
  expect((await run(['receipts', 'check', file, '--keys', file], NOWHERE)).code).toBe(2)
})
