import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

const MIB = 1024 * 1024

let api: Api
let secret: string
let customerId: string
let agentId: string
let cardId: string
let id: string
beforeAll(async () => {
  api = await startApi()
  secret = await api.rig.key()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'a' } })).body.id
  cardId = (await api.admin('createCard', { body: { customerId, agentId } })).body.id
})
afterAll(() => api.stop())
beforeEach(async () => {
  id = (await api.admin('createAuthorization', { body: { cardId, amount: 100, merchant: { name: 'Ink' } } })).body
    .transactionId
})

const pdf = (text: string | number = '', size = 0) => {
  const head = Buffer.from(`%PDF-1.7 ${text}`)
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length), 'x')])
}
const attach = (bytes: Buffer, { name = 'invoice.pdf', caller = api.admin, to = id } = {}) =>
  caller('attachTransactionDocument', {
    params: { transactionId: to },
    body: { name, content: bytes.toString('base64') },
  })
const get = async (caller: Caller = api.admin) =>
  (await caller('getTransaction', { params: { transactionId: id } })).body
const trail = async () => (await api.admin('listAudit', { query: { resourceId: id } })).body.data
const raw = (method: 'GET' | 'POST', path: string, headers: Record<string, string>, payload?: Buffer) =>
  api.rig.app.inject({
    method,
    url: `/v1/transactions/${path}`,
    headers: { authorization: `Bearer ${secret}`, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })

describe('a document', () => {
  it('is attached, shown by reads and lists, saved as it was, told by an event and the trail, and verified', async () => {
    const bytes = pdf('invoice', 100_000)
    const { status, body } = await attach(bytes, { name: 'Rechnung 7.pdf' })
    expect([status, body]).toMatchObject([
      201,
      { name: 'Rechnung 7.pdf', mediaType: 'application/pdf', size: 100_000, createdAt: '2026-01-31T12:00:00.000Z' },
    ])
    expect((await get()).documents).toEqual([body])
    const params = { transactionId: id, documentId: body.id }
    expect((await api.admin('listTransactionDocuments', { params })).body).toEqual({ data: [body] })
    const file = await raw('GET', `${id}/documents/${body.id}`, {})
    expect(file.rawPayload.equals(bytes)).toBe(true)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Rechnung 7.pdf"; filename*=UTF-8''Rechnung%207.pdf`,
      'content-length': '100000',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    })
    const json = await raw('GET', `${id}/documents/${body.id}`, { accept: 'application/json' })
    expect(json.json()).toEqual({ ...body, content: bytes.toString('base64') })
    const { data } = (await api.admin('listEvents', { query: { type: 'transaction.documented', limit: '1' } })).body
    expect(data).toMatchObject([{ data: { transactionId: id, document: body, transaction: { id } } }])
    expect((await trail()).map(({ changes }) => changes)).toEqual([
      [{ path: 'documents', before: null, after: [body] }],
    ])
    expect(await verifyDifferencesOf(api.rig.deps.database)).toEqual([])
  })

  it('is nowhere in clear in the database', async () => {
    const bytes = pdf('a very secret line of an invoice')
    await attach(bytes)
    const { rows } = await api.rig.deps.database.pool.query<{ sealed: Buffer }>(
      'select sealed from transaction_documents where transaction_id = $1',
      [id],
    )
    expect(rows.map(({ sealed }) => [sealed.includes('secret line'), sealed.length])).toEqual([
      [false, bytes.length + 29],
    ])
  })

  it('that is moved to another document does not open', async () => {
    const [first, second] = [(await attach(pdf(1))).body.id, (await attach(pdf(2))).body.id]
    const move =
      'update transaction_documents a set sealed = b.sealed from transaction_documents b where a.id = $1 and b.id = $2'
    await api.rig.deps.database.pool.query(move, [first, second])
    expect((await raw('GET', `${id}/documents/${first}`, {})).statusCode).toBe(500)
  })

  it('is sent as the file itself, too', async () => {
    const sent = await raw('POST', `${id}/documents?name=scan.pdf`, { 'content-type': 'application/pdf' }, pdf('raw'))
    expect([sent.statusCode, sent.json()]).toMatchObject([201, { name: 'scan.pdf', mediaType: 'application/pdf' }])
    const nameless = await raw('POST', `${id}/documents`, { 'content-type': 'application/pdf' }, pdf('raw'))
    expect(nameless.json()).toMatchObject({ error: { param: 'name' } })
    const packed = { 'content-type': 'application/pdf', 'content-encoding': 'gzip' }
    expect((await raw('POST', `${id}/documents?name=a.pdf`, packed, pdf('raw'))).statusCode).toBe(415)
    const elsewhere = await api.rig.app.inject({
      method: 'PATCH',
      url: `/v1/transactions/${id}`,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/pdf' },
      payload: pdf('raw'),
    })
    expect(elsewhere.statusCode).toBe(415)
  })

  it('is deleted by an admin, and the trail keeps its name and hash', async () => {
    const { body } = await attach(pdf())
    const params = { transactionId: id, documentId: body.id }
    expect((await api.admin('deleteTransactionDocument', { params })).body).toEqual(body)
    expect(await get()).not.toHaveProperty('documents')
    expect((await api.admin('deleteTransactionDocument', { params })).body).toMatchObject({
      error: { code: 'document_not_found' },
    })
    expect((await trail())[0]?.changes).toEqual([{ path: 'documents', before: [body], after: null }])
    const { rowCount } = await api.rig.deps.database.pool.query(
      'select 1 from transaction_documents where transaction_id = $1',
      [id],
    )
    expect(rowCount).toBe(0)
    expect(await verifyDifferencesOf(api.rig.deps.database)).toEqual([])
  })
})

describe('bounds', () => {
  it('5 MiB are taken, and one byte more is not', async () => {
    const whole = await attach(pdf('whole', 5 * MIB))
    expect([whole.status, whole.body.size]).toEqual([201, 5 * MIB])
    const more = await attach(pdf('more', 5 * MIB + 1))
    expect([more.status, more.body]).toMatchObject([413, { error: { code: 'payload_too_large' } }])
    const file = await raw('GET', `${id}/documents/${whole.body.id}`, {})
    expect(file.rawPayload.length).toBe(5 * MIB)
  })

  it('ten million bytes are refused, as JSON and as a file', async () => {
    expect((await attach(pdf('x', 10_000_000))).status).toBe(413)
    const sent = await raw(
      'POST',
      `${id}/documents?name=a.pdf`,
      { 'content-type': 'application/pdf' },
      pdf('x', 10_000_000),
    )
    expect(sent.statusCode).toBe(413)
  })

  it('of twelve that come at once, ten are kept', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => attach(pdf(n))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 10 }, () => 201),
      409,
      409,
    ])
    expect((await get()).documents).toHaveLength(10)
    expect((await attach(pdf('eleventh'))).body).toMatchObject({ error: { code: 'too_many_documents' } })
  })

  it('the same file again is the document that is there, also beside nine others and at once', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => attach(pdf('same'))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    for (let n = 0; n < 9; n += 1) await attach(pdf(n))
    expect((await attach(pdf('same'))).status).toBe(200)
  })

  it.each([
    ['a page', Buffer.from('<html><script>alert(1)</script>'), 'invoice.pdf'],
    ['a zip', Buffer.from('PK\u0003\u0004 and so on'), 'invoice.eml'],
    ['zeros', Buffer.alloc(1000), 'invoice.png'],
  ])('%s is refused, whatever its name says', async (_, bytes, name) => {
    const { status, body } = await attach(bytes, { name })
    expect([status, body]).toMatchObject([415, { error: { code: 'unsupported_media_type' } }])
  })

  it.each([
    ['a path', '../../etc/passwd'],
    ['a direction', 'invoice\u202Efdp.exe'],
    ['what nobody sees', 'invoice\u200B.pdf'],
    ['a line break', 'a\r\nb.pdf'],
    ['nothing', ' '],
    ['too much', `${'a'.repeat(200)}.pdf`],
    ['a card number', '4242 4242 4242 4242.pdf'],
  ])('a name with %s is refused', async (kind, name) => {
    const bin = api.rig.deps.settings.cardBin
    const sent = kind === 'a card number' ? `${luhn(bin)}.pdf` : name
    const { status, body } = await attach(pdf(), { name: sent })
    expect([status, body]).toMatchObject([400, { error: { param: 'name' } }])
    expect(await get()).not.toHaveProperty('documents')
  })

  it.each(['', 'a', '%%%%', 'JVBERi0xLjc', 'JVBE Ri0x', 'JVBERi0xLjc=\n'])('%j is no base64', async (content) => {
    const { status, body } = await api.admin('attachTransactionDocument', {
      params: { transactionId: id },
      body: { name: 'a.pdf', content },
    })
    expect([status, body]).toMatchObject([400, { error: { param: 'content' } }])
  })
})

describe('callers', () => {
  it('an agent attaches to its own purchases alone, and reads its own alone', async () => {
    const agent = await api.as('agent', agentId)
    const { status, body } = await attach(pdf('own'), { caller: agent })
    expect(status).toBe(201)
    const otherId = (await api.admin('createAgent', { body: { customerId, externalId: 'b' } })).body.id
    const params = { transactionId: id, documentId: body.id }
    for (const stranger of [await api.as('agent', otherId), await api.otherAccount()]) {
      expect((await attach(pdf('other'), { caller: stranger })).body).toMatchObject({
        error: { code: 'transaction_not_found' },
      })
      for (const name of ['listTransactionDocuments', 'getTransactionDocument'] as const) {
        expect((await stranger(name, { params })).body).toMatchObject({ error: { code: 'transaction_not_found' } })
      }
    }
    expect((await agent('deleteTransactionDocument', { params })).status).toBe(403)
    expect((await attach(pdf('read'), { caller: await api.as('read') })).status).toBe(403)
  })

  it('a document is read only with its own transaction', async () => {
    const { body } = await attach(pdf())
    const other = (await api.admin('createAuthorization', { body: { cardId, amount: 1 } })).body.transactionId
    const answer = await raw('GET', `${other}/documents/${body.id}`, {})
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { error: { code: 'document_not_found' } }])
  })
})

/** A number of the installation's form, with a valid check digit. */
function luhn(bin: string): string {
  const head = bin.padEnd(15, '0')
  const sum = head
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return `${head}${(10 - (sum % 10)) % 10}`
}
