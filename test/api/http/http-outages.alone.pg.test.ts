import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { ErrorReplyBody } from '../../../src/contract/errors.ts'
import { singleBucketGroup } from '../../../src/store/sharding/groups.ts'
import { openDatabase } from '../../../src/store/connection/database.ts'
import { ephemeralVault } from '../../../src/vault/create-vault.ts'
import { eventually } from '../../support/eventually.ts'
import { endConnectionsWaitingForLock, lockCustomer } from '../../support/postgres/locks.ts'
import { openPostgresProxy } from '../../support/postgres/postgres-proxy.ts'
import { type Rig, sender, startNode, startRig } from '../http-rig.ts'

let rig: Rig
let admin: Record<string, string>
let send: ReturnType<typeof sender>
beforeAll(async () => {
  rig = await startRig()
  admin = { authorization: `Bearer ${await rig.key()}` }
  send = sender(rig, admin)
})
afterAll(() => rig.close())

const post = (url: string, payload: string) =>
  send('POST', url, { headers: { ...admin, 'content-type': 'application/json' }, payload })

it('503 with Retry-After and its reason while the database is away; the log has a line with the id of the request', async () => {
  const nowhere = openDatabase({ connection: { ...rig.test.connection, host: '/nonexistent' }, maxConnections: 1 })
  const node = await startNode(nowhere, { vault: ephemeralVault(), groups: singleBucketGroup })
  const reply = await node.app.inject({ url: '/v1/cards', headers: admin })
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '1'])
  const { error, requestId } = reply.json<ErrorReplyBody>()
  expect(error).toMatchObject({ code: 'unavailable', retryable: true, details: { reason: 'database_unavailable' } })
  const fields = { requestId, operation: 'unknown', reason: 'database_unavailable', route: '/v1/cards', keyId: null }
  expect(node.log).toEqual([{ message: 'a request was refused', fields }])
  await node.close()
  await nowhere.close()
})

it('/metrics is shown while the database is away, to keys that were valid when they were last read', async () => {
  const proxy = await openPostgresProxy(rig.test.connection)
  const behind = openDatabase({ connection: proxy.connection, maxConnections: 2 })
  const node = await startNode(behind, { vault: rig.deps.vault, groups: singleBucketGroup })
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
  const status = async (url: string, headers: Record<string, string>) =>
    (await node.app.inject({ url, headers })).statusCode
  const made = JSON.parse((await post('/v1/api-keys', '{"name":"old","role":"read"}')).text) as Record<string, string>
  const [known, unseen] = [bearer(await rig.key({ role: 'read' })), bearer(await rig.key({ role: 'read' }))]
  const revoked = bearer(made['secret'] ?? '')
  expect([await status('/metrics', known), await status('/metrics', revoked)]).toEqual([200, 200])
  await send('DELETE', `/v1/api-keys/${made['id']}`, { headers: admin })
  await eventually('the node knows that the key is revoked', async () => (await status('/metrics', revoked)) === 401)
  const repair = proxy.cut()
  await eventually('the database is away', async () => (await status('/v1/cards', known)) === 503)
  expect([await status('/metrics', known), await status('/v1/cards', known)]).toEqual([200, 503])
  expect([await status('/metrics', unseen), await status('/metrics', revoked)]).toEqual([503, 503])
  repair()
  await eventually('the database is back', async () => (await status('/v1/cards', known)) === 200)
  await node.close()
  await behind.close()
  await proxy.close()
})

it('503, and the node lives on, when the database ends a connection in the middle of a transaction', async () => {
  const { database } = rig.deps
  const made = await post('/v1/customers', '{"email":"a@example.com"}')
  const { id } = JSON.parse(made.text) as { id: string }
  const letGo = await lockCustomer(database.pool, id)
  const blocked = post('/v1/cards', `{"customerId":"${id}"}`)
  await eventually(
    'the request waits for the lock',
    async () => (await endConnectionsWaitingForLock(database.pool)) > 0,
  )
  const error = { code: 'unavailable', details: { reason: 'database_unavailable' } }
  expect(await blocked).toMatchObject({ status: 503, body: { error } })
  await letGo()
  expect((await post('/v1/cards', `{"customerId":"${id}"}`)).status).toBe(201)
})

it('503 within two seconds where a statement hangs; a body that takes longer to arrive is waited for', async () => {
  const node = await rig.secondNode()
  const url = `${await node.app.listen({ port: 0, host: '127.0.0.1' })}/v1/customers`
  const headers = { ...admin, 'content-type': 'application/json' }
  const body = '{"email":"a@example.com"}'
  const slow = request(url, { method: 'POST', headers: { ...headers, 'content-length': body.length } })
  slow.write(body.slice(0, 5))
  await once(node.app.server, 'request')
  await rig.deps.database.transaction(async (tx) => {
    await sql`lock table customers in exclusive mode`.execute(tx)
    const sentAt = performance.now()
    const reply = await fetch(url, { method: 'POST', headers, body })
    expect(reply.status).toBe(503)
    expect(await reply.json()).toMatchObject({ error: { details: { reason: 'database_unavailable' } } })
    expect(performance.now() - sentAt).toBeLessThan(2000)
  })
  slow.end(body.slice(5))
  const [reply] = (await once(slow, 'response')) as [IncomingMessage]
  expect(reply.statusCode).toBe(201)
  reply.resume()
})

it('a stop finishes what is in flight, closes its connection, and takes nothing new', async () => {
  const node = await rig.secondNode()
  const url = await node.app.listen({ port: 0, host: '127.0.0.1' })
  const create = () =>
    fetch(`${url}/v1/customers`, {
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/json', 'idempotency-key': 'in-flight' },
      body: '{"email":"a@example.com"}',
    })
  const { database } = rig.deps
  const { reply, stopped } = await database.transaction(async (tx) => {
    await sql`lock table customers in exclusive mode`.execute(tx)
    const pending = create()
    const waiting = sql`select 1 from pg_locks where not granted and relation = 'customers'::regclass`
    await eventually('the request waits for the lock', async () => (await waiting.execute(tx)).rows.length > 0)
    return { reply: pending, stopped: node.app.close() }
  })
  expect((await reply).status).toBe(201)
  expect((await reply).headers.get('connection')).toBe('close')
  await stopped
  await expect(create()).rejects.toThrow('fetch failed')
})
