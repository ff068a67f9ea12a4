import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentTools } from '../../src/mcp/tools.ts'
import { eventually } from '../support/eventually.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import {
  call,
  connect,
  endpoint,
  errandOf,
  inputsOf,
  keyOf,
  overStdio,
  type SomeAgent,
  someAgent,
  type Wire,
} from './agent-rig.ts'

let service: TestPurser
let agent: SomeAgent
beforeAll(async () => {
  service = await startPurser()
  agent = await someAgent(service, { requireIntent: true, onMissingIntent: 'decline' })
})
afterAll(() => service.stop())

const ways: [string, Wire, () => Promise<Client>][] = [
  ['HTTP, 2026-07-28', 'new', () => connect(endpoint(service), agent.apiKey, 'new')],
  ['HTTP, 2025-11-25', 'old', () => connect(endpoint(service), agent.apiKey, 'old')],
  ['stdio, 2026-07-28', 'new', () => overStdio({ ...service, apiKey: agent.apiKey })],
  ['stdio, 2025-11-25', 'old', () => overStdio({ ...service, apiKey: agent.apiKey, wire: 'old' })],
]

describe('every client', () => {
  it('is shown the same tools, and each can be called', async () => {
    const lists: string[] = []
    for (const [way, , open] of ways) {
      const client = await open()
      lists.push(JSON.stringify((await client.listTools()).tools))
      const errand = errandOf(`order-${way}`)
      const declared = await call(client, 'declare_intent', errand)
      const inputs = inputsOf(errand, String(declared.said['intentId']))
      for (const { name } of agentTools) {
        const { isError, said } = await call(client, name, inputs[name])
        expect([way, name, isError, said.next.say.length > 0]).toEqual([way, name, false, true])
      }
      await client.close()
      await service.purser.cards.unfreeze(agent.cardId)
    }
    const [newHttp, oldHttp, newStdio, oldStdio] = lists
    expect([newStdio, oldStdio]).toEqual([newHttp, oldHttp])
    expect(JSON.parse(oldHttp ?? '')).toEqual(JSON.parse(newHttp ?? ''))
    expect(lists[0]?.length).toBeLessThanOrEqual(14 * 1024)
  })

  it('may begin with a prompt, and be handed what a code means', async () => {
    const client = await connect(endpoint(service), agent.apiKey)
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['buy', 'continue', 'explain_decline'])
    const { contents } = await client.readResource({ uri: 'purser://codes/cooldown_active' })
    expect(JSON.stringify(contents)).toContain('fixedBy')
    expect(JSON.stringify(await client.readResource({ uri: 'skill://purser/SKILL.md' }))).toContain('pay_at_checkout')
    expect(JSON.stringify(await client.readResource({ uri: 'purser://budget' }))).toContain(agent.cardId)
    await client.close()
  })
})

const FOR_PEOPLE = [
  'approve_intent',
  'reject_intent',
  'approve_change_request',
  'unfreeze_card',
  'update_card',
  'create_api_key',
]

describe('what is behind the key', () => {
  it('is for looking, for whoever is no agent', async () => {
    for (const role of ['admin', 'approver', 'read', 'network'] as const) {
      const client = await connect(endpoint(service), await keyOf(service, role))
      const { tools: shown } = await client.listTools()
      const expected =
        role === 'network' ? [] : agentTools.filter(({ hints }) => hints.readOnly).map(({ name }) => name)
      expect([role, shown.map(({ name }) => name)]).toEqual([role, expected])
      await expect(client.callTool({ name: 'cancel_intent', arguments: { intentId: 'int_1' } })).rejects.toThrow(
        /not found/,
      )
      await client.close()
    }
  })

  it('is never what people decide, whatever the role', async () => {
    const asked = await someAgent(service, { requireIntent: true, requireApproval: true })
    const { id: intentId } = await asked.purser.intents.declare(asked.cardId, { purpose: 'Ink', expectedAmount: 900 })
    const asTheyStand = async () => [
      await service.purser.intents.get(intentId),
      (await service.purser.approvals.list({ status: 'pending' })).data.find((one) => one.intentId === intentId),
      await service.purser.cards.get(asked.cardId),
    ]
    const before = await asTheyStand()
    for (const role of ['admin', 'approver', 'read', 'network', 'agent'] as const) {
      const client = await connect(endpoint(service), role === 'agent' ? asked.apiKey : await keyOf(service, role))
      const { tools: shown } = await client.listTools()
      expect(shown.filter(({ name }) => /approv|reject|unfreeze|polic|limit|key/.test(name))).toEqual([])
      for (const name of FOR_PEOPLE) {
        const calling = client.callTool({ name, arguments: { intentId, cardId: asked.cardId, status: 'active' } })
        await expect(calling, `${role} ${name}`).rejects.toThrow(/not found/)
      }
      await client.close()
    }
    expect(await asTheyStand()).toEqual(before)
  })

  it('is never what belongs to another customer', async () => {
    const other = await someAgent(service)
    const client = await connect(endpoint(service), other.apiKey)
    const { isError, said } = await call(client, 'check_purchase', { amount: 1, merchant: 'x', cardId: agent.cardId })
    expect([isError, said['code'], said['fixedBy'], said.next.tool]).toEqual([
      true,
      'card_not_found',
      'you',
      'get_budget',
    ])
    await client.close()
  })

  it('says which field is wrong', async () => {
    const client = await connect(endpoint(service), agent.apiKey)
    const wrong = await call(client, 'check_purchase', { amout: 1200, merchant: 'x' })
    expect(wrong.said).toMatchObject({ code: 'invalid_request', fixedBy: 'you', param: 'amout' })
    expect(wrong.said.next.say).toContain('amount')
    await client.close()
  })
})

describe('the door', () => {
  const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  const ask = (headers: Record<string, string>, method = 'POST', body = PING) =>
    fetch(endpoint(service), {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      ...(method === 'POST' ? { body } : {}),
    })
  const key = () => ({ authorization: `Bearer ${agent.apiKey}` })

  it.each([
    ['no key', {}],
    ['a wrong key', { authorization: `Bearer sk_${'a'.repeat(40)}` }],
  ])('401 for %s, without a word of OAuth', async (_name, headers) => {
    const reply = await ask(headers)
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })

  it('403 for the page of another site, before the key is looked at', async () => {
    expect((await ask({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await ask({ ...key(), origin: 'http://localhost:3000' })).status).toBe(200)
  })

  it.each(['GET', 'DELETE', 'PUT'])('405 for %s: there are no sessions', async (method) => {
    const reply = await ask(key(), method)
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it.each([
    ['415', 'no JSON', { 'content-type': 'text/plain' }, PING],
    ['415', 'JSON of another charset', { 'content-type': 'application/json; charset=utf-16' }, PING],
    ['400', 'nothing, called a text', { 'content-type': 'text/plain' }, ''],
    ['400', 'half a message', {}, PING.slice(1)],
    ['400', 'no message', {}, '{"amount":1}'],
    ['406', 'a message whose answer is not wanted', { accept: 'text/plain' }, PING],
    ['200', 'JSON by a longer name', { 'content-type': 'application/vnd.mcp+json; charset="utf-8"' }, PING],
  ])('%s for %s', async (status, _name, headers: Record<string, string>, body) => {
    expect(String((await ask({ ...key(), ...headers }, 'POST', body)).status)).toBe(status)
  })

  it('403 for a name that somebody else has made point here', async () => {
    const { host, port, pathname } = endpoint(service)
    const statusFor = async (name: string) => {
      const [reply] = (await once(
        request({ host: '127.0.0.1', port, path: pathname, method: 'POST', headers: { host: name } }).end(),
        'response',
      )) as [IncomingMessage]
      reply.resume()
      return reply.statusCode
    }
    expect([await statusFor(`evil.example:${port}`), await statusFor(host)]).toEqual([403, 401])
  })

  it('knows nothing of OAuth', async () => {
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
      expect((await fetch(new URL(path, endpoint(service)))).status).toBe(404)
    }
  })

  it('refuses a revoked key on every node within a second', async () => {
    const second = await service.secondNode()
    const { secret, id } = await service.purser.apiKeys.create({ name: 'short', role: 'read' })
    const onSecond = () =>
      fetch(endpoint(second), { method: 'POST', headers: { authorization: `Bearer ${secret}` } }).then(
        ({ status }) => status,
      )
    expect(await onSecond()).not.toBe(401)
    await service.purser.apiKeys.revoke(id)
    expect((await ask({ authorization: `Bearer ${secret}` })).status).toBe(401)
    await eventually('the other node knows', async () => (await onSecond()) === 401)
    await second.stop()
  })
})

describe('a reference', () => {
  it('is one purchase, however often it is declared at once', async () => {
    const fresh = await someAgent(service)
    const client = await connect(endpoint(service), fresh.apiKey)
    const errand = { reference: 'order-7', purpose: 'a domain', amount: 1200, merchant: 'Names Ltd' }
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(client, 'declare_intent', errand)))
    expect(new Set(answers.map(({ said }) => said['intentId'])).size).toBe(1)
    expect((await service.purser.intents.listForCard(fresh.cardId)).data.length).toBe(1)
    await client.close()
  })
})

describe('waiting for a person', () => {
  it('ends with the node, and says how it stands', async () => {
    const asked = await someAgent(service, { requireIntent: true, requireApproval: true })
    const second = await service.secondNode()
    const client = await connect(endpoint(second), asked.apiKey)
    const errand = { reference: 'late', purpose: 'a flight', amount: 90_000, merchant: 'Air Example' }
    const declared = await call(client, 'declare_intent', errand)
    const begun = Promise.withResolvers<void>()
    const waiting = client.callTool(
      { name: 'get_intent', arguments: declared.said.next.args ?? {} },
      { onprogress: () => begun.resolve() },
    )
    await begun.promise
    await second.stop()
    expect((await waiting).structuredContent).toMatchObject({ status: 'pending_approval' })
  })

  it('ends with the decision, on the other node too, and tells its progress', async () => {
    const asked = await someAgent(service, { requireIntent: true, requireApproval: true })
    const second = await service.secondNode()
    for (const wire of ['old', 'new'] as const) {
      const client = await connect(endpoint(second), asked.apiKey, wire)
      const declared = await call(client, 'declare_intent', {
        reference: `wait-${wire}`,
        again: true,
        purpose: 'a flight',
        amount: 90_000,
        merchant: 'Air Example',
      })
      expect(declared.said).toMatchObject({ status: 'pending_approval', next: { tool: 'get_intent' } })
      const waiting = call(client, 'get_intent', declared.said.next.args)
      await service.purser.intents.approve(String(declared.said['intentId']))
      expect((await waiting).said).toMatchObject({ status: 'pending' })
      await client.close()
    }
    await second.stop()
  })
})
