import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Api, type Caller, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const email = 'page@example.com'
const add = async (caller: Caller, status = 'active') =>
  (await caller('createCustomer', { body: { email, status } })).body.id

/** All pages of a list, as ids, with something done between them. */
async function walk(caller: Caller, query: Record<string, string>, between: () => Promise<unknown> = async () => {}) {
  const pages: string[][] = []
  let cursor: string | null = null
  do {
    const next: Record<string, string> = cursor === null ? query : { ...query, cursor }
    const { status, body } = await caller('listCustomers', { query: next })
    expect(status).toBe(200)
    expect(body.hasMore).toBe(body.nextCursor !== null)
    pages.push(body.data.map(({ id }) => id))
    cursor = body.nextCursor
    await between()
  } while (cursor !== null)
  return pages
}

describe('a list', () => {
  it('200: newest first over all pages, also within one millisecond', async () => {
    const caller = await api.otherAccount()
    const made = []
    for (let i = 0; i < 7; i += 1) {
      made.push(await add(caller))
      if (i % 3 === 2) api.clock.time += 1
    }
    const newest = made.toReversed()
    expect(await walk(caller, { limit: '3' })).toEqual([newest.slice(0, 3), newest.slice(3, 6), newest.slice(6)])
    expect(await walk(caller, { limit: '7' })).toEqual([newest])
    expect(await walk(caller, {})).toEqual([newest])
  })

  it('200: rows added meanwhile neither repeat nor hide one', async () => {
    const caller = await api.otherAccount()
    const made = []
    for (let i = 0; i < 9; i += 1) made.push(await add(caller))
    const pages = await walk(caller, { limit: '2' }, () => add(caller))
    expect(pages.flat()).toEqual(made.toReversed())
  })

  it('200: a page ends early at 4 MiB, and its cursor leads to all the rest', async () => {
    const caller = await api.otherAccount()
    const merchant = (n: number) => 'é'.repeat(100) + String(n).padStart(3, '0') // 203 bytes
    const policy = { allowedMerchants: Array.from({ length: 310 }, (_, n) => merchant(n)) }
    const body = { email, policy, metadata: { note: 'x'.repeat(16_000) } }
    const made: string[] = []
    for (let i = 0; i < 60; i += 1) made.push((await caller('createCustomer', { body })).body.id)
    const first = await caller('listCustomers', { query: { limit: '100' } })
    const MAX_BYTES = 4 * 1024 * 1024
    const each = Buffer.byteLength(JSON.stringify(first.body.data[0]))
    expect(first.body).toMatchObject({ hasMore: true, nextCursor: expect.stringMatching(/^cur_/) })
    expect(Buffer.byteLength(first.text)).toBeLessThanOrEqual(MAX_BYTES)
    expect(Buffer.byteLength(first.text)).toBeGreaterThan(MAX_BYTES - 2 * each)
    expect((await walk(caller, { limit: '100' })).flat()).toEqual(made.toReversed())
  })

  it('200: fifty rows by default; an empty list has no more', async () => {
    const caller = await api.otherAccount()
    expect((await caller('listCustomers')).body).toEqual({ data: [], nextCursor: null, hasMore: false })
    await Promise.all(Array.from({ length: 51 }, () => add(caller)))
    const pages = await walk(caller, {})
    expect(pages.map((page) => page.length)).toEqual([50, 1])
  })

  it.each(['0', '101', '-1', '1.5', 'ten', ''])('400: limit %j', async (limit) => {
    const { status, body } = await api.admin('listCustomers', { query: { limit } })
    expect([status, body.error?.param]).toEqual([400, 'limit'])
  })

  it('400: an unknown query parameter', async () => {
    const { status, body } = await api.admin('listCustomers', { query: { emial: email } })
    expect([status, body.error?.details]).toEqual([400, { reason: 'parameter_unknown' }])
  })
})

describe('a cursor', () => {
  async function cursorOf(caller: Caller, query: Record<string, string> = {}) {
    await add(caller)
    await add(caller)
    const { body } = await caller('listCustomers', { query: { ...query, limit: '1' } })
    expect(body.nextCursor).toMatch(/^cur_[\w-]+$/)
    return body.nextCursor as string
  }
  const refused = async (caller: Caller, query: Record<string, string>) => {
    const { status, body } = await caller('listCustomers', { query })
    return [status, body.error?.code, body.error?.param, body.error?.details?.['reason']]
  }
  const invalid = [400, 'invalid_request', 'cursor', 'cursor_invalid']

  it('400 cursor_invalid: any one character changed', async () => {
    const cursor = await cursorOf(api.admin)
    for (let i = 0; i < cursor.length; i += 1) {
      const changed = cursor.slice(0, i) + (cursor[i] === 'A' ? 'B' : 'A') + cursor.slice(i + 1)
      expect(await refused(api.admin, { cursor: changed }), `character ${i}`).toEqual(invalid)
    }
  })

  it.each(['cur_', 'cur_AAAA', 'x', 'cur_!!!!', `cur_${'A'.repeat(1000)}`])(
    '400 cursor_invalid: %s',
    async (cursor) => {
      expect(await refused(api.admin, { cursor })).toEqual(invalid)
    },
  )

  it('400 cursor_invalid: of other filters, another list or another account', async () => {
    const cursor = await cursorOf(api.admin, { status: 'active' })
    expect((await api.admin('listCustomers', { query: { status: 'active', cursor } })).status).toBe(200)
    expect(await refused(api.admin, { cursor })).toEqual(invalid)
    expect(await refused(api.admin, { cursor, status: 'suspended' })).toEqual(invalid)
    expect(await refused(api.admin, { cursor, status: 'active', email })).toEqual(invalid)
    expect(await refused(await api.otherAccount(), { cursor, status: 'active' })).toEqual(invalid)
    const unfiltered = await cursorOf(api.admin)
    expect((await api.admin('listCards', { query: { cursor: unfiltered } })).body.error?.param).toBe('cursor')
  })

  it('200: the page size may change from page to page', async () => {
    const cursor = await cursorOf(api.admin)
    expect((await api.admin('listCustomers', { query: { cursor, limit: '100' } })).status).toBe(200)
  })
})
