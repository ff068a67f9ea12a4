import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
let cardId: string
let last4: string
let secret: string
const HEAD =
  'id,createdAt,updatedAt,settledAt,type,status,decision,reasons,merchantName,merchantMcc,merchantCity,merchantCountry,currency,amountCents,amount,authorizedCents,authorized,settledCents,settled,refundedCents,refunded,customerId,agentId,cardId,intentId,networkReference,metadata,customerName,agentName,cardLabel,cardLast4,merchantCategory,createdAt (UTC),merchantCurrency,merchantAmountMinor,merchantAmount,costCenter,memo,coding'

const buy = async (body: object) =>
  (await api.admin('createAuthorization', { body: { cardId, amount: 100, ...body } })).body.transactionId
const file = (query: Record<string, string> = {}, accept = 'text/csv', key = secret) =>
  api.rig.app.inject({
    method: 'GET',
    url: '/v1/transactions',
    query,
    headers: { authorization: `Bearer ${key}`, accept },
  })
/** The same again, so many times, a little later each. */
async function clones(transactionId: string, copies: number): Promise<void> {
  const { pool } = api.rig.deps.database
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'transactions'
      and column_name not in ('id', 'sequence')`,
  )
  const columns = rows.map(({ name }) => name).join(', ')
  for (let first = 1; first <= copies; first += 5000) {
    await pool.query(
      `insert into transactions (id, sequence, ${columns})
        select left(id, 14) || lpad(i::text, 14, '0') || right(id, 2), 1000000 * amount + i, ${columns}
        from transactions, generate_series($2::int, $3::int) i where id = $1`,
      [transactionId, first, Math.min(copies, first + 4999)],
    )
  }
}
const lines = (text: string) => text.split('\r\n')
const count = (text: string) => lines(text).length - 2

beforeAll(async () => {
  api = await startApi()
  secret = await api.rig.key()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  const card = { customerId, label: 'Supplies', costCenter: 'Desk, 2', policy: { limits: { perAuth: 5000 } } }
  const { body } = await api.admin('createCard', { body: card })
  cardId = body.id
  last4 = body.last4 ?? ''
})
afterAll(() => api.stop())

describe('GET /transactions as text/csv', () => {
  it('200: one line for each, with the columns of the contract, newest first', async () => {
    const merchant = { name: 'Ink, "Paper" & Co', mcc: '5943', city: 'Berlin', country: 'DE' }
    const bought = await buy({ amount: 1999, merchant, networkReference: 'ref-1' })
    await api.admin('settleAuthorization', { params: { transactionId: bought } })
    const notes = { metadata: { invoice: 'A-1' }, memo: '=1+1', coding: { account: '6650' } }
    await api.admin('updateTransaction', { params: { transactionId: bought }, body: notes })
    const declined = await buy({ amount: 5001, merchant: { name: '=HYPERLINK("https://x.example")' } })
    const answer = await file()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="transactions.csv"',
      'cache-control': 'no-store',
    })
    expect(answer.headers).not.toHaveProperty('link')
    const at = '2026-01-31T12:00:00.000Z'
    expect(lines(answer.body)).toEqual([
      HEAD,
      `${declined},${at},${at},,authorization,declined,decline,per_auth_exceeded,"'=HYPERLINK(""https://x.example"")",,,,USD,5001,50.01,0,0.00,0,0.00,0,0.00,${customerId},,${cardId},,,,a@example.com,,Supplies,${last4},,2026-01-31 12:00:00,,,,"Desk, 2",,`,
      `${bought},${at},${at},${at},authorization,settled,approve,,"Ink, ""Paper"" & Co",5943,Berlin,DE,USD,1999,19.99,1999,19.99,1999,19.99,0,0.00,${customerId},,${cardId},,ref-1,"{""invoice"":""A-1""}",a@example.com,,Supplies,${last4},"Stationery, office and school supplies",2026-01-31 12:00:00,,,,"Desk, 2",'=1+1,"{""account"":""6650""}"`,
      '',
    ])
  })

  it('200: with the time in the zone of the account, and without the addresses of customers for agents', async () => {
    await api.admin('updateAccount', { body: { timeZone: 'Asia/Kolkata' } })
    const agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'a', name: 'Buyer' } })).body.id
    const own = (await api.admin('createCard', { body: { customerId, agentId, policy: { limits: { perAuth: 50 } } } }))
      .body.id
    await buy({ cardId: own })
    const [head = '', line = ''] = lines(
      (await file({}, 'text/csv', await api.rig.key({ role: 'agent', agentId }))).body,
    )
    expect(head.includes(',createdAt (Asia/Kolkata),')).toBe(true)
    expect(line).toMatch(/,,,,Buyer,,\d{4},,2026-01-31 17:30:00,,,,,,$/)
    await api.admin('updateAccount', { body: { timeZone: 'UTC' } })
  })

  it('200: with the filters of the list, and nothing of other accounts', async () => {
    expect(count((await file({ status: 'settled' })).body)).toBe(1)
    expect(count((await file({ merchant: 'paper', minAmount: '1' })).body)).toBe(1)
    expect(count((await file({ cardId, reason: 'per_auth_exceeded' })).body)).toBe(1)
    expect(count((await file({ createdBefore: '2020-01-01T00:00:00Z' })).body)).toBe(0)
    const stranger = await api.rig.key({ accountId: await api.rig.account() })
    expect(lines((await file({}, 'text/csv', stranger)).body)).toEqual([HEAD, ''])
  })

  it.each([
    ['text/csv;q=0.9, */*;q=0.1', 'text/csv'],
    ['TEXT/CSV', 'text/csv'],
    ['application/json, text/csv', 'application/json'],
    ['*/*', 'application/json'],
  ])('Accept: %s is answered as %s', async (accept, type) => {
    expect((await file({}, accept)).headers['content-type']).toContain(type)
  })

  it('400 and 401 are JSON as ever, and `limit` has no meaning', async () => {
    const limited = await file({ limit: '10' })
    expect([limited.statusCode, limited.json<{ error: { param: string } }>().error.param]).toEqual([400, 'limit'])
    expect((await file({ cursor: 'cur_x' })).statusCode).toBe(400)
    expect((await file({}, 'text/csv', 'sk_x')).headers['content-type']).toContain('application/json')
  })

  it('200: each transaction once, however many are read at a time', async () => {
    await clones(await buy({ amount: 7 }), 150)
    const rows = lines((await file({ maxAmount: '7' })).body).slice(1, -1)
    expect([rows.length, new Set(rows).size]).toEqual([151, 151])
    expect(lines((await file({ status: 'pending' })).body).slice(1, -1)).toEqual(rows)
  })

  it('200: what looks through enough ends, and leads to the file that goes on', async () => {
    api.clock.time += 60_000
    await clones(await buy({ amount: 8 }), 100_000)
    const first = await file({ merchant: 'paper' })
    expect(count(first.body)).toBe(0)
    const [, url = ''] = /^<(.+)>; rel="next"$/.exec(String(first.headers.link)) ?? []
    const headers = { authorization: `Bearer ${secret}`, accept: 'text/csv' }
    const second = await api.rig.app.inject({ url, headers })
    expect([count(second.body), second.headers.link]).toEqual([1, undefined])
  })

  it('is not made on for a reader who has gone, and its turn is free again', async () => {
    const address = await api.rig.app.listen({ port: 0, host: '127.0.0.1' })
    for (let reader = 0; reader < 6; reader += 1) {
      await new Promise<void>((resolve, reject) => {
        const headers = { authorization: `Bearer ${secret}`, accept: 'text/csv' }
        const asked = request(`${address}/v1/transactions`, { headers }, (reply) => {
          reply.once('data', () => {
            expect(reply.statusCode).toBe(200)
            asked.destroy()
            resolve()
          })
        })
        asked.on('error', reject)
        asked.end()
      })
    }
  })
})
