import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashApiKeySecret, newApiKeySecret } from '../../../src/services/keys/key-secret.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const query = (text: string, values: unknown[] = []) => api.rig.test.database.pool.query(text, values)
const newKey = async (more: object = {}) =>
  (await api.admin('createApiKey', { body: { name: 'Key', role: 'read', ...more } })).body
const answerTo = async (secret: string) => {
  const { status, body } = await api.caller(secret)('listCards')
  return [status, body.error?.code]
}
const taken = [200, undefined]
const refused = [401, 'invalid_api_key']

/** Each key is first used after the change: no node has a copy of it. */
describe('what was written beside the service is no key', () => {
  it('a key with all its rows inserted by hand, like one that is valid', async () => {
    const { id, secret } = await newKey({ role: 'admin' })
    const forged = newApiKeySecret()
    const forgedId = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
    await query(
      'insert into api_keys select copied.* from api_keys as key, json_populate_record(key, $2) as copied where key.id = $1',
      [id, { id: forgedId }],
    )
    await query('insert into api_key_secrets select $2, $3, valid_until, mac from api_key_secrets where key_id = $1', [
      id,
      hashApiKeySecret(forged),
      forgedId,
    ])
    expect(await answerTo(forged)).toEqual(refused)
    expect(await answerTo(secret)).toEqual(taken)
  })

  it('another secret of a key, and one of a key of more rights', async () => {
    const [key, admin] = [await newKey(), await newKey({ role: 'admin' })]
    const forged = newApiKeySecret()
    await query(
      'insert into api_key_secrets select $2, key_id, valid_until, mac from api_key_secrets where key_id = $1',
      [key.id, hashApiKeySecret(forged)],
    )
    await query('update api_key_secrets set key_id = $2 where secret_hash = $1', [
      hashApiKeySecret(key.secret),
      admin.id,
    ])
    expect(await answerTo(forged)).toEqual(refused)
    expect(await answerTo(key.secret)).toEqual(refused)
  })

  it.each([
    ['role', `'admin'`],
    ['account_id', `(select id from accounts order by id desc limit 1)`],
    ['agent_id', `'agt_01kdvy2n7rj4t8w0q3m5x9zb6c'`],
    ['tier', `'enterprise'`],
    ['requests_per_minute', '10000000'],
    ['allowed_addresses', 'null'],
    ['mcp_card_details', `'plain'`],
    ['expires_at', 'null'],
  ])('a key whose %s was changed', async (column, value) => {
    await api.rig.account()
    const allowedAddresses = ['127.0.0.0/8']
    const expiresAt = new Date(api.clock.now() + 60_000).toISOString()
    const [changed, same] = [
      await newKey({ allowedAddresses, expiresAt }),
      await newKey({ allowedAddresses, expiresAt }),
    ]
    await query(`update api_keys set ${column} = ${value} where id = $1`, [changed.id])
    expect(await answerTo(changed.secret)).toEqual(refused)
    expect(await answerTo(same.secret)).toEqual(taken)
  })

  it.each([
    ['secret_hash', '$2::bytea'],
    ['valid_until', '$3::bigint'],
    ['mac', `''`],
  ])('a secret whose %s was changed', async (column, value) => {
    const { id, secret } = await newKey()
    const [other, end] = [newApiKeySecret(), api.clock.now() + 1000]
    await query(
      `update api_key_secrets set ${column} = ${value} where key_id = $1 and ($2::bytea, $3::bigint) is not null`,
      [id, hashApiKeySecret(other), end],
    )
    expect(await answerTo(column === 'secret_hash' ? other : secret)).toEqual(refused)
  })

  it('a revoked key whose revocation was taken back', async () => {
    const { id, secret } = await newKey()
    await api.admin('revokeApiKey', { params: { keyId: id } })
    await query('update api_keys set revoked_at = null where id = $1', [id])
    expect(await answerTo(secret)).toEqual(refused)
  })

  it('a key of a deleted agent whose revocation was taken back', async () => {
    const customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
    const agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'proof' } })).body.id
    const { id, secret } = await newKey({ role: 'agent', agentId })
    await api.admin('deleteAgent', { params: { agentId } })
    await query('update api_keys set revoked_at = null where id = $1', [id])
    expect(await answerTo(secret)).toEqual(refused)
  })

  it('404: a rotation proves nothing anew that was changed by hand', async () => {
    const { id } = await newKey()
    await query(`update api_keys set role = 'admin' where id = $1`, [id])
    const { status, body } = await api.admin('rotateApiKey', { params: { keyId: id } })
    expect([status, body.error?.code]).toEqual([404, 'api_key_not_found'])
  })
})
