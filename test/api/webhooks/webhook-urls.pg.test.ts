import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditEntry } from '../../../src/contract/resources/audit.ts'
import { auditEntryHash } from '../../../src/lib/audit-chain.ts'
import { type Api, startApi } from '../typed-api.ts'

/** Path and query of a webhook's URL often hold a secret of its receiver: they are for the role `admin`. */
let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const URLS = ['https://hooks.example.com:8443/in/s3cret?token=t0ken', 'https://hooks.example.com/other/s3cret'] as const
const ORIGINS = ['https://hooks.example.com:8443', 'https://hooks.example.com']

async function movedWebhook(): Promise<string> {
  const created = await api.admin('createWebhook', { body: { url: URLS[0], events: ['*'] } })
  expect(created.body.url).toBe(URLS[0])
  const webhookId = created.body.id
  const updated = await api.admin('updateWebhook', { params: { webhookId }, body: { url: URLS[1], description: 'in' } })
  expect(updated.body.url).toBe(URLS[1])
  await api.admin('updateWebhook', { params: { webhookId }, body: { status: 'disabled' } })
  return webhookId
}

it.each(['read', 'approver'] as const)(
  'shows the role %s a webhook by its origin, alone and in a list',
  async (role) => {
    const webhookId = await movedWebhook()
    const reader = await api.as(role)
    const one = await reader('getWebhook', { params: { webhookId } })
    expect(one.body.url).toBe(ORIGINS[1])
    const replies = [one, await reader('listWebhooks'), await reader('listEvents')]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(replies.map(({ text }) => /s3cret|t0ken/.test(text))).toEqual([false, false, false])
    expect((await api.admin('getWebhook', { params: { webhookId } })).body.url).toBe(URLS[1])
  },
)

it('shows the role read its audit entries by the origin, and says which changes are shortened', async () => {
  const webhookId = await movedWebhook()
  const reader = await api.as('read')
  const query = { resourceId: webhookId }
  const [shown, whole] = [await reader('listAudit', { query }), await api.admin('listAudit', { query })]
  expect(shown.text).not.toMatch(/s3cret|t0ken/)
  const urls = ({ changes }: AuditEntry) => changes.find(({ path }) => path === 'url')
  expect(whole.body.data.map(urls)).toEqual([
    undefined,
    { path: 'url', before: URLS[0], after: URLS[1] },
    { path: 'url', before: null, after: URLS[0] },
  ])
  expect(shown.body.data.map(urls)).toEqual([
    undefined,
    { path: 'url', before: ORIGINS[0], after: ORIGINS[1] },
    { path: 'url', before: null, after: ORIGINS[0] },
  ])
  expect(shown.body.data.map(({ redacted }) => redacted)).toEqual([undefined, ['url'], ['url']])
  expect(whole.body.data.map(({ redacted }) => redacted)).toEqual([undefined, undefined, undefined])
  for (const entry of whole.body.data) {
    expect(auditEntryHash(entry)).toBe(entry.hash)
    const one = await reader('getAuditEntry', { params: { auditId: entry.id } })
    expect(one.body).toEqual(shown.body.data.find(({ id }) => id === entry.id))
    expect(one.body).toMatchObject({ hash: entry.hash, previousHash: entry.previousHash })
  }
})
