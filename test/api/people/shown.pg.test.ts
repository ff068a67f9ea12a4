import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../../src/contract/operation.ts'
import { type OperationName, operations } from '../../../src/contract/operations.ts'
import { canonicalJson } from '../../../src/lib/canonical-json.ts'
import { TEST_API_KEY } from '../../support/processes/start-purser.ts'
import { eventually } from '../../support/eventually.ts'
import { someChallenge } from '../../support/records/some-challenge.ts'
import { type Answer, type PasskeyRig, startPasskeyRig } from './passkey-rig.ts'

/** A decision names what was shown to whoever decides, and falls on nothing else (contract, section 9). */
const named = Object.entries(operations).map(([name, operation]) => ({
  name: name as OperationName,
  operation: operation as Operation,
}))
const deciding = named.filter(({ operation }) => operation.decides === true)

let rig: PasskeyRig
let cardId: string
let customerId: string
let approver: { readonly cookie: string }
beforeAll(async () => {
  rig = await startPasskeyRig()
  const { purser } = rig.test
  customerId = (await purser.customers.create({ email: 'ada@example.com' })).id
  cardId = (await purser.cards.create({ customerId, policy: { requireApproval: true } })).id
  approver = await rig.person('approver')
})
afterAll(() => rig.test.stop())

interface Shown {
  readonly id: string
  readonly status: string
  readonly subjectHash?: string
}
interface Kind {
  /** Makes one that waits for a decision. Resolves with its id. */
  make(): Promise<string>
  /** A statement that changes what there is to decide about, while its customer may be locked. */
  readonly change: string
  /** A field of the subject that it changes. */
  readonly differs: string
}

let count = 0
/** The kinds of things that wait for a decision, by the first word of their paths. */
const kinds: Readonly<Record<string, Kind>> = {
  intents: {
    make: async () =>
      (
        await rig.test.purser.intents.declare(cardId, {
          purpose: 'Chairs',
          expectedAmount: 4200,
          metadata: { order: { lines: [1, 2.5], note: 'Zürich' } },
        })
      ).id,
    change: `update intents set declared = replace(declared::text, 'Chairs', 'A lamp')::json where id = $1`,
    differs: 'purpose',
  },
  subscriptions: {
    make: async () => {
      count += 1
      const asked = { merchant: `Paper ${count}`, maxAmount: 500, interval: 'month', purpose: 'The news' } as const
      return (await rig.test.purser.subscriptions.create(cardId, asked)).id
    },
    change: `update subscriptions set declared = replace(declared::text, '500', '900')::json where id = $1`,
    differs: 'maxAmount',
  },
  'change-requests': {
    make: async () => {
      const { purser } = rig.test
      const own = await purser.cards.create({ customerId, limits: { perDay: 100 } })
      return (await purser.changeRequests.create({ cardId: own.id, wanted: { limits: { perDay: 900 } }, why: 'Ink' }))
        .id
    },
    change: `update cards set limits = '{"perDay": 300}' where id = (select card_id from change_requests where id = $1)`,
    differs: 'changes',
  },
  challenges: {
    make: () => someChallenge(rig.test, cardId),
    change: `update challenges set amount = 9900 where id = $1`,
    differs: 'amount',
  },
}

const kindOf = ({ path }: Operation): Kind => {
  const kind = kinds[path.split('/')[1] ?? '']
  if (kind === undefined) throw new Error(`${path} decides about something that has no row here`)
  return kind
}
const pathOf = ({ path }: Operation, id: string): string => path.replace(/\{\w+\}/u, id)
const objectPath = (operation: Operation, id: string): string => pathOf(operation, id).replace(/\/\w+$/u, '')

const read = async (operation: Operation, id: string) =>
  (await rig.ask<Shown>('GET', objectPath(operation, id), { key: TEST_API_KEY })).body
const codeOf = ({ body }: Answer<unknown>) => body.error?.code ?? 'done'
const anotherHash = 'a'.repeat(64)

describe('every operation that decides', () => {
  it('is known as one by its path, takes `shown`, and may answer `subject_changed`', () => {
    const byPath = named.filter(({ operation: { method, path } }) =>
      /\/(?:approve|reject|decline)$/u.test(method + path),
    )
    expect(deciding).toEqual(byPath)
    expect(deciding).toHaveLength(8)
    for (const { name, operation } of deciding) {
      expect([name, operation.body]).toMatchObject([name, { properties: { shown: { pattern: expect.any(String) } } }])
      expect(operation.errors, name).toContain('subject_changed')
      expect(operation.response, name).toMatchObject({ properties: { subjectHash: { pattern: expect.any(String) } } })
    }
  })
})

describe.each(deciding)('$name', ({ operation }) => {
  const { make, change, differs } = kindOf(operation)
  const decide = (id: string, body: object, by: object = approver) =>
    rig.ask<Shown>('POST', pathOf(operation, id), { ...by, body })
  const key = { key: TEST_API_KEY }

  it('is refused to a person who does not say what was shown, with what to do', async () => {
    const id = await make()
    const refused = await decide(id, {})
    expect([refused.status, refused.body.error]).toMatchObject([
      400,
      { code: 'invalid_request', param: 'shown', details: { reason: 'parameter_missing' } },
    ])
    expect(refused.body.error?.message).toContain('subjectHash')
    expect((await read(operation, id)).subjectHash).toBeDefined()
  })

  it('is done by a person who saw it, and by a key that says so or nothing', async () => {
    for (const by of [approver, key]) {
      const id = await make()
      const { subjectHash, status } = await read(operation, id)
      const done = await decide(id, { shown: subjectHash }, by)
      expect([done.status, done.body.status === status]).toEqual([200, false])
      expect(done.body).not.toHaveProperty('subjectHash')
    }
    expect((await decide(await make(), {}, key)).status).toBe(200)
  })

  it('is refused where another hash is sent, with what there is and its hash', async () => {
    const id = await make()
    const { subjectHash } = await read(operation, id)
    for (const by of [approver, key]) {
      const refused = await decide(id, { shown: anotherHash }, by)
      expect([refused.status, codeOf(refused)]).toEqual([409, 'subject_changed'])
      const details = refused.body.error?.details ?? {}
      expect(details).toMatchObject({ subjectHash, subject: { id, customerId } })
      expect(createHash('sha256').update(canonicalJson(details['subject'])).digest('hex')).toBe(subjectHash)
    }
    expect(codeOf(await decide(id, { shown: 'short' }))).toBe('invalid_request')
    expect((await read(operation, id)).subjectHash).toBe(subjectHash)
  })

  it('answers a repeated request with the stored reply, though there is nothing to decide any more', async () => {
    const id = await make()
    const body = { shown: (await read(operation, id)).subjectHash }
    const once = { headers: { 'idempotency-key': `once-${id}` } }
    const first = await decide(id, body, { ...approver, ...once })
    const second = await decide(id, body, { ...approver, ...once })
    expect([second.status, second.body]).toEqual([200, first.body])
    expect(second.reply.headers.get('idempotent-replayed')).toBe('true')
  })

  it('falls on nothing that changed while the decision waited for the lock of the customer', async () => {
    const id = await make()
    const before = await read(operation, id)
    const { pool } = rig.test.database
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('select from customers where id = $1 for update', [customerId])
      const answer = decide(id, { shown: before.subjectHash })
      await eventually('the decision waits for the lock', async () => {
        const { rows } = await pool.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return (rows[0]?.waiting ?? 0) > 0
      })
      await client.query(change, [id])
      await client.query('commit')
      const refused = await answer
      expect([refused.status, codeOf(refused)]).toEqual([409, 'subject_changed'])
      const now = await read(operation, id)
      expect(now.subjectHash).not.toBe(before.subjectHash)
      expect(refused.body.error?.details).toMatchObject({ subjectHash: now.subjectHash })
      expect(refused.body.error?.details?.['subject']).toHaveProperty(differs)
      expect((await decide(id, { shown: now.subjectHash })).status).toBe(200)
    } finally {
      client.release(true) // a test that failed leaves its transaction open
    }
  })
})

describe('the hash', () => {
  it('is the same in every read of the same object, and gone once nobody can decide', async () => {
    const { purser } = rig.test
    const intentId = await kinds['intents']?.make()
    const { subjectHash } = await purser.intents.get(intentId ?? '')
    expect(subjectHash).toMatch(/^[0-9a-f]{64}$/u)
    const approval = (await purser.approvals.list({ status: 'pending' })).data.find((one) => one.intentId === intentId)
    const listed = (await purser.intents.list({ status: 'pending_approval' })).data.find(({ id }) => id === intentId)
    expect([approval?.subjectHash, listed?.subjectHash]).toEqual([subjectHash, subjectHash])
    expect((await purser.approvals.get(approval?.id ?? '')).subjectHash).toBe(subjectHash)
    await purser.intents.approve(intentId ?? '')
    expect(await purser.intents.get(intentId ?? '')).not.toHaveProperty('subjectHash')
    expect(await purser.approvals.get(approval?.id ?? '')).not.toHaveProperty('subjectHash')
  })

  it('is not that of a challenge that the approval of an intent answers', async () => {
    const { purser } = rig.test
    const asked = { purpose: 'Desk', expectedAmount: 4200, expectedMerchant: 'Buchhandlung Lovelace' }
    await purser.intents.declare(cardId, asked)
    const id = await someChallenge(rig.test, cardId, { merchant: { name: 'Buchhandlung Lovelace' } })
    const challenge = await purser.challenges.get(id)
    expect(challenge.intentId).toBeDefined()
    expect(challenge).not.toHaveProperty('subjectHash')
  })
})
