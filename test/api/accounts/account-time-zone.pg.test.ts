import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const setTo = (timeZone: unknown) => api.admin('updateAccount', { body: { timeZone } })
const zone = async () => (await api.admin('getAccount')).body.timeZone

describe('the time zone of an account', () => {
  it('is UTC until it is set, and the audit trail tells of the change', async () => {
    expect(await zone()).toBe('UTC')
    expect((await setTo('Europe/Berlin')).body.timeZone).toBe('Europe/Berlin')
    expect(await zone()).toBe('Europe/Berlin')
    const { data } = (await api.admin('listAudit', { query: { limit: '1' } })).body
    expect(data[0]).toMatchObject({
      operation: 'updateAccount',
      changes: [{ path: 'timeZone', before: null, after: 'Europe/Berlin' }],
    })
  })

  it.each(['Europe/Atlantis', '+02:00', '', 'x'.repeat(65), null, 60])('400: %j is no time zone', async (timeZone) => {
    const { status, body } = await setTo(timeZone)
    expect([status, body.error?.param]).toEqual([400, 'timeZone'])
    expect(await zone()).toBe('Europe/Berlin')
  })

  it('403: nobody but an admin sets it', async () => {
    const read = await api.as('read')
    expect((await read('updateAccount', { body: { timeZone: 'UTC' } })).status).toBe(403)
    expect((await read('getAccount')).body.timeZone).toBe('Europe/Berlin')
  })
})
