import { createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../src/contract/resources/audit.ts'
import type { OperationName } from '../../src/contract/operations.ts'
import { auditEntryHash, isAuditHeadSignedBy, EMPTY_CHAIN_HASH } from '../../src/lib/audit-chain.ts'
import { DAY_MS, HOUR_MS } from '../../src/lib/clock.ts'
import { createSweeper } from '../../src/sweeps/sweeper.ts'
import { type Api, type Caller, type Request, startApi } from '../api/typed-api.ts'
import { verifyDifferencesOf } from '../support/differences.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const list = async (query: Record<string, string> = {}, caller: Caller = api.admin): Promise<AuditEntry[]> =>
  (await caller('listAudit', { query: { limit: '100', ...query } })).body.data
const latest = async (resourceId: string): Promise<AuditEntry | undefined> =>
  (await list({ resourceId, limit: '1' }))[0]
const made = async (name: OperationName, request: Request) => {
  const { status, body } = await api.admin(name, request)
  expect(status).toBeLessThan(300)
  return body as { id: string }
}
const newCustomer = async (body: object = {}) =>
  (await made('createCustomer', { body: { email: 'a@example.com', ...body } })).id
const newCard = async (body: object = {}) =>
  (await made('createCard', { body: { customerId: await newCustomer(), ...body } })).id
const changesOf = (entry: AuditEntry | undefined) =>
  Object.fromEntries((entry?.changes ?? []).map(({ path, before, after }) => [path, [before, after]]))
const sweeper = (auditLifeMs: number | null = null) =>
  createSweeper({ ...api.rig.deps, numberLifeMs: Number.MAX_SAFE_INTEGER, auditLifeMs, onError: () => undefined })

describe('an entry', () => {
  it('tells who changed what, in which request, from what to what', async () => {
    const id = await newCustomer({ policy: { requireIntent: true } })
    const { headers } = await api.rig.app.inject({
      method: 'PATCH',
      url: `/v1/customers/${id}`,
      headers: { authorization: `Bearer ${await api.rig.key()}` },
      payload: { policy: { requireIntent: null, autoApproveBelow: 500 } },
    })
    const entry = await latest(id)
    expect(entry).toMatchObject({
      actor: { type: 'key', name: 'admin' },
      requestId: headers['x-request-id'],
      operation: 'updateCustomer',
      resource: { type: 'customer', id },
      customerId: id,
    })
    expect(changesOf(entry)).toEqual({ 'policy.requireIntent': [true, null], 'policy.autoApproveBelow': [null, 500] })
    expect((await api.admin('getAuditEntry', { params: { auditId: entry?.id ?? '' } })).body).toEqual(entry)
  })

  it.each<[string, () => Promise<{ id: string }>, OperationName, object]>([
    [
      'a card that is frozen',
      async () => made('freezeCard', { params: { cardId: await newCard() } }),
      'freezeCard',
      { status: ['active', 'frozen'] },
    ],
    [
      'an agent that is renamed',
      async () => {
        const customerId = await newCustomer()
        const agent = await made('createAgent', { body: { customerId, externalId: customerId, name: 'Ada' } })
        return made('updateAgent', { params: { agentId: agent.id }, body: { name: 'Eve' } })
      },
      'updateAgent',
      { name: ['Ada', 'Eve'] },
    ],
    [
      'a webhook that is disabled',
      async () => {
        const { id: webhookId } = await made('createWebhook', { body: { url: 'https://example.com/', events: ['*'] } })
        return made('updateWebhook', { params: { webhookId }, body: { status: 'disabled' } })
      },
      'updateWebhook',
      { status: ['active', 'disabled'] },
    ],
    [
      'a webhook that is deleted',
      async () => {
        const { id: webhookId } = await made('createWebhook', { body: { url: 'https://example.com/', events: ['*'] } })
        return made('deleteWebhook', { params: { webhookId } })
      },
      'deleteWebhook',
      { status: ['active', null], url: ['https://example.com/', null], events: [['*'], null] },
    ],
    [
      'a key that is revoked',
      async () => {
        const { id: keyId } = await made('createApiKey', { body: { name: 'Key', role: 'read' } })
        return made('revokeApiKey', { params: { keyId } })
      },
      'revokeApiKey',
      { revokedAt: [null, '2026-01-31T12:00:00.000Z'] },
    ],
    [
      'an intent that is declared and canceled',
      async () => {
        const { id: intentId } = await made('createIntent', {
          params: { cardId: await newCard() },
          body: { purpose: 'Ink' },
        })
        return made('cancelIntent', { params: { intentId } })
      },
      'cancelIntent',
      { status: ['pending', 'canceled'], canceledAt: [null, '2026-01-31T12:00:00.000Z'] },
    ],
  ])('of %s', async (_what, act, operation, changes) => {
    const entry = await latest((await act()).id)
    expect(entry?.operation).toBe(operation)
    expect(changesOf(entry)).toEqual(changes)
  })

  it('of an approval is one of its intent, and found by either id', async () => {
    const cardId = await newCard({ policy: { requireApproval: true } })
    const { id: intentId } = await made('createIntent', { params: { cardId }, body: { purpose: 'Ink' } })
    const approver = await api.as('approver')
    await approver('approveIntent', { params: { intentId }, body: { note: 'Fine' } })
    const [approval] = (await api.admin('listApprovals', { query: { limit: '1' } })).body.data
    const entries = await list({ resourceId: intentId })
    expect(await list({ resourceId: approval?.id ?? '' })).toEqual(entries)
    expect(entries.map(({ operation }) => operation)).toEqual(['approveIntent', 'createIntent'])
    expect(changesOf(entries[0])).toMatchObject({
      status: ['pending_approval', 'pending'],
      'approval.status': ['pending', 'approved'],
      'approval.note': [null, 'Fine'],
    })
  })

  it('tells of the purchase that used up an intent and a card, and of the card that was frozen for want of one', async () => {
    const cardId = await newCard({ usage: 'single' })
    const { id: intentId } = await made('createIntent', {
      params: { cardId },
      body: { purpose: 'Ink', expectedAmount: 500 },
    })
    const door = await api.as('network')
    const buy = (card: string) =>
      door('createAuthorization', { body: { cardId: card, amount: 500, merchant: { name: 'Shop' } } })
    const { transactionId } = (await buy(cardId)).body
    expect(changesOf(await latest(intentId))).toMatchObject({
      status: ['pending', 'matched'],
      transactionId: [null, transactionId],
    })
    const used = await latest(cardId)
    expect(used).toMatchObject({ operation: 'createAuthorization', actor: { name: 'network' } })
    expect(changesOf(used)).toEqual({
      status: ['active', 'closed'],
      singleUseConsumedAt: [null, '2026-01-31T12:00:00.000Z'],
    })
    const strict = await newCard({ policy: { requireIntent: true, onMissingIntent: 'freeze' } })
    await buy(strict)
    expect(changesOf(await latest(strict))).toEqual({ status: ['active', 'frozen'] })
  })

  it('tells of each look at a number, and never the number', async () => {
    const cardId = await newCard()
    const { body } = await api.admin('getCardDetails', { params: { cardId }, body: { purpose: 'Ink' } })
    const entry = await latest(body.accessEventId)
    expect(entry).toMatchObject({ operation: 'getCardDetails', resource: { type: 'access_event' } })
    expect(changesOf(entry)).toMatchObject({ decision: [null, 'granted'], purpose: [null, 'Ink'] })
    expect(JSON.stringify(await list())).not.toContain(body.pan)
  })

  it('tells of the guesses that lock a card, and of whoever unlocks it', async () => {
    const cardId = await newCard()
    const { pan } = (await api.admin('getCardDetails', { params: { cardId } })).body
    const door = await api.as('network')
    for (let guess = 0; guess < 5; guess += 1) {
      await door('createAuthorization', { body: { pan, exp: '01/99', amount: 100 } })
    }
    const locked = await latest(cardId)
    expect(locked).toMatchObject({ operation: 'createAuthorization', actor: { name: 'network' } })
    const until = new Date(api.clock.time + DAY_MS).toISOString()
    expect(changesOf(locked)).toEqual({ credentialsLockedUntil: [null, until] })
    await made('unlockCardCredentials', { params: { cardId } })
    expect(changesOf(await latest(cardId))).toEqual({ credentialsLockedUntil: [until, null] })
  })

  it('tells what time has ended, as the service itself', async () => {
    const cardId = await newCard()
    const { id } = await made('createIntent', { params: { cardId }, body: { purpose: 'soon', ttlMinutes: 1 } })
    api.clock.time += HOUR_MS
    await sweeper().runDue()
    const entry = await latest(id)
    expect(entry).toMatchObject({ operation: 'expireIntent', actor: { type: 'system' }, requestId: null })
    expect(changesOf(entry)).toEqual({ status: ['pending', 'expired'] })
  })

  it('is there once for a request that is repeated, and not at all for one that is refused or changes nothing', async () => {
    const cardId = await newCard()
    const before = (await list())[0]?.sequence ?? 0
    const declare = { params: { cardId }, body: { purpose: 'Ink', intentId: 'order-1' } }
    await api.admin('createIntent', declare)
    await api.admin('createIntent', declare)
    await api.admin('updateCard', { params: { cardId }, body: { usage: 'sometimes' } })
    await api.admin('updateCard', { params: { cardId }, body: { usage: 'multi' } })
    await api.admin('unfreezeCard', { params: { cardId } })
    expect((await list())[0]?.sequence).toBe(before + 1)
  })
})

describe('the list', () => {
  it('is filtered by resource, actor, operation and time', async () => {
    api.clock.time += DAY_MS
    const other = await api.as('admin')
    await other('createCustomer', { body: { email: 'b@example.com' } })
    const [entry] = await list()
    const since = { createdAfter: new Date(api.clock.time).toISOString() }
    expect(await list({ actorId: entry?.actor.id ?? '' })).toEqual([entry])
    expect((await list(since)).map(({ operation }) => operation)).toContain('createCustomer')
    expect(await list({ ...since, operation: 'createCard' })).toEqual([])
    expect(await list({ createdBefore: '2026-01-15T00:00:00.000Z' })).toEqual([])
    const { status, body } = await api.admin('listAudit', { query: { ...since, createdBefore: since.createdAfter } })
    expect([status, body.error?.param]).toEqual([400, 'createdAfter'])
  })

  it('refuses a word that nothing is called by, which would read as if nobody had done anything', async () => {
    const ask = async (query: Record<string, string>) => (await api.admin('listAudit', { query })).body.error
    for (const [param, query] of [
      ['operation', { operation: 'updateCrad' }],
      ['actorId', { actorId: 'Ada' }],
      ['actorId', { actorId: `per_${'0'.repeat(24)}` }],
    ] as const)
      expect(await ask(query)).toMatchObject({
        code: 'invalid_request',
        param,
        details: { reason: 'parameter_invalid' },
      })
    expect(await list({ operation: 'stopAccount' })).toEqual([])
  })

  it('finds nothing of a key that has changed nothing, instead of refusing it', async () => {
    const { id } = await made('createApiKey', { body: { name: 'idle', role: 'read' } })
    expect(await list({ actorId: id })).toEqual([])
  })

  it('shows nothing of another account', async () => {
    const foreign = await api.otherAccount()
    const own = (await list())[0]
    expect((await list({}, foreign)).every(({ operation }) => operation !== 'createCustomer')).toBe(true)
    expect((await foreign('getAuditEntry', { params: { auditId: own?.id ?? '' } })).status).toBe(404)
  })
})

describe('the chain', () => {
  it('has no gap and no fork, however many change things at once on two nodes', async () => {
    const second = await api.rig.secondNode()
    const headers = { authorization: `Bearer ${await api.rig.key()}` }
    const create = (app: typeof api.rig.app) =>
      app.inject({ method: 'POST', url: '/v1/customers', headers, payload: { email: 'c@example.com' } })
    const replies = await Promise.all(Array.from({ length: 60 }, (_, n) => create(n % 2 ? api.rig.app : second.app)))
    expect(replies.every(({ statusCode }) => statusCode === 201)).toBe(true)
    const entries = await list()
    for (const [index, entry] of entries.entries()) {
      const before = entries[index + 1]
      expect(entry.hash).toBe(auditEntryHash(entry))
      if (before) expect([entry.sequence, entry.previousHash]).toEqual([before.sequence + 1, before.hash])
      else if (entry.sequence === 1) expect(entry.previousHash).toBe(EMPTY_CHAIN_HASH)
    }
  })

  it('ends with a head that is signed, and that the public key alone checks', async () => {
    const { body: head } = await api.admin('getAuditHead')
    const [last] = await list()
    expect(head).toMatchObject({ accountId: api.rig.accountId, sequence: last?.sequence, hash: last?.hash })
    const publicKey = createPublicKey(head.publicKey)
    expect(publicKey.asymmetricKeyType).toBe('ed25519')
    expect(isAuditHeadSignedBy(publicKey, head)).toBe(true)
    expect(isAuditHeadSignedBy(publicKey, { ...head, sequence: head.sequence - 1 })).toBe(false)
  })

  it('is signed and kept an hour after it has grown, once', async () => {
    const signed = async () =>
      (await api.rig.test.database.db.selectFrom('signed_heads').selectAll().orderBy('sequence').execute()).filter(
        ({ account_id }) => account_id === api.rig.accountId,
      )
    await newCustomer()
    api.clock.time += HOUR_MS
    await sweeper().runDue()
    const kept = await signed()
    expect(kept.at(-1)?.sequence).toBe((await list())[0]?.sequence)
    api.clock.time += 2 * HOUR_MS
    await sweeper().runDue()
    expect(await signed()).toEqual(kept)
  })

  it('leads to what is stored: verify finds what nobody told of', async () => {
    expect(await verifyDifferencesOf(api.rig.test.database)).toEqual([])
    const id = await newCustomer({ policy: { requireIntent: true } })
    const { pool } = api.rig.test.database
    await pool.query(`update customers set policy = '{}' where id = $1`, [id])
    const [found, ...more] = await verifyDifferencesOf(api.rig.test.database)
    expect(more).toEqual([])
    expect(found).toContain(`${id}: no audit entry has changed policy.requireIntent: stored null, replayed true`)
    await pool.query(`update customers set policy = '{"requireIntent": true}' where id = $1`, [id])
    expect(await verifyDifferencesOf(api.rig.test.database)).toEqual([])
  })

  it('says itself from where on it is kept, and is whole from there', async () => {
    api.clock.time += 500 * DAY_MS
    const id = await newCustomer()
    await sweeper(400 * DAY_MS).runDue()
    const entries = await list()
    expect(entries.map(({ operation }) => operation)).toEqual(['deleteAuditEntries', 'createCustomer'])
    expect(entries[1]?.resource.id).toBe(id)
    const found = await verifyDifferencesOf(api.rig.test.database)
    expect(found).toEqual([])
    await api.rig.test.database.pool.query('delete from audit_entries where resource_id = $1', [id])
    expect(await verifyDifferencesOf(api.rig.test.database)).not.toEqual([])
  })
})
