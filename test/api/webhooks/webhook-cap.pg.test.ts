import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { MAX_WEBHOOKS } from '../../../src/contract/sheets/webhook-fields.ts'
import { copyTableRow } from '../../support/postgres/copy-row.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

let api: Api
let admin: Caller
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  admin = await api.otherAccount()
})

const register = (body: object = {}) =>
  admin('createWebhook', { body: { url: 'https://hooks.example.com/', events: ['card.created'], ...body } })

async function copy(webhookId: string, copies: number): Promise<void> {
  const { ids, database } = api.rig.deps
  const own = Array.from({ length: copies }, () => ({ id: ids('wh') }))
  await copyTableRow(database.pool, 'webhooks', webhookId, own)
}

it('an account has so many webhooks and not one more, however many are registered at once', async () => {
  const first = await register({ status: 'disabled' })
  await copy(first.body.id, MAX_WEBHOOKS - 2)
  const answers = await Promise.all(Array.from({ length: 8 }, () => register()))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(7).fill(400)])
  const refused = answers.find(({ status }) => status === 400)
  expect(refused?.body.error).toMatchObject({
    code: 'invalid_request',
    retryable: false,
    details: { reason: 'parameter_invalid', limit: MAX_WEBHOOKS },
  })
})

it('a deleted webhook makes room', async () => {
  const { body } = await register()
  await copy(body.id, MAX_WEBHOOKS - 1)
  expect((await register()).status).toBe(400)
  await admin('deleteWebhook', { params: { webhookId: body.id } })
  expect((await register()).status).toBe(201)
  expect((await register()).status).toBe(400)
})

it('the webhooks of another account take no room', async () => {
  await copy((await register()).body.id, MAX_WEBHOOKS - 1)
  expect((await register()).status).toBe(400)
  admin = await api.otherAccount()
  expect((await register()).status).toBe(201)
})
