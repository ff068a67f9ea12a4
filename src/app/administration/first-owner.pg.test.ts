import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPurser, type TestPurser } from '../../../test/support/processes/start-purser.ts'
import { PASSWORD } from '../../../test/support/records/some-person.ts'
import { openTestVault } from '../../../test/support/test-vault.ts'
import { inviteFirstOwner, ownerlessAccount } from './first-owner.ts'

let test: TestPurser
beforeAll(async () => {
  test = await startPurser()
})
afterAll(() => test.stop())

it('invites the first owner of an account that nobody has joined, until somebody has', async () => {
  const { database, baseUrl, purser } = test
  const accountId = await ownerlessAccount({ database })
  expect(accountId).toBe((await purser.self.get()).accountId)
  const deps = { database, clock: database.clock, vault: await openTestVault(database) }
  const secret = await inviteFirstOwner(deps, accountId ?? '')
  const body = { secret, name: 'Ada', email: 'ada@example.com', password: PASSWORD }
  const reply = await fetch(`${baseUrl}/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(await reply.json()).toMatchObject({ role: 'owner', email: 'ada@example.com' })
  expect(await ownerlessAccount({ database })).toBeNull()
})
