import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Purser } from '../../clients/typescript/src/client.ts'
import { openShop, type TestShop } from '../fill/shop.ts'
import { type NodeProcess, startNodeProcess } from '../support/processes/node-process.ts'
import { countCardNumberOccurrences, cvvsIn } from '../support/number-scan.ts'
import { TEST_API_KEY } from '../support/processes/start-node.ts'
import { PURSER_ENTRY_FILE } from '../support/processes/purser-bundle.ts'
import { startTestScript } from '../support/processes/test-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { call, connect, endpoint, overStdio, type SomeAgent, someAgent } from './agent-rig.ts'

/** The node would show numbers, to a key that may see them: it is the switch of the keys that keeps them here. */
const NODE = { PURSER_ALLOW_LOCAL_ORIGINS: 'true', PURSER_LOG_LEVEL: 'trace', PURSER_MCP_CARD_DETAILS: 'plain' }

let database: TestDatabase
let node: NodeProcess
let owner: Purser
let shop: TestShop
const folder = mkdtempSync(join(tmpdir(), 'purser-mcp-leaks-'))
beforeAll(async () => {
  database = await createTestDatabase()
  node = await startNodeProcess(database.connection, NODE)
  owner = new Purser({ baseUrl: node.baseUrl, apiKey: TEST_API_KEY })
  shop = await openShop()
})
afterAll(async () => {
  shop.close()
  node.process.child.kill('SIGTERM')
  await node.process.ended
  await database.drop()
  rmSync(folder, { recursive: true })
})

const purser = async (args: string[], apiKey: string, input = '') => {
  const env = {
    PURSER_URL: node.baseUrl,
    PURSER_API_KEY: apiKey,
    PURSER_FILLER_KEY_FILE: join(folder, 'key.json'),
    PURSER_LOG_LEVEL: 'trace',
  }
  const { ended, stdout, stderr } = startTestScript(PURSER_ENTRY_FILE, args, { env, input })
  await ended
  return [...stdout, ...stderr].join('\n')
}

interface Numbers {
  readonly pan: string
  readonly exp: string
  readonly cvv: string
}

/** Whatever of a card stands in a text: also in JSON that stands in JSON. */
function leaked(text: string, { pan, exp, cvv }: Numbers): string[] {
  const plain = text.replaceAll('\\"', '"')
  return [
    ...(countCardNumberOccurrences(plain, pan) > 0 ? ['number'] : []),
    ...(cvvsIn(plain).has(cvv) ? ['CVV'] : []),
    ...(plain.includes(exp) ? ['expiry'] : []),
  ]
}

/** One agent does all that its tools can, and some that they refuse: declared, filled in, declined, paid, reported, more asked for, frozen. */
async function live({ agent, shopKey }: { agent: SomeAgent; shopKey: string }) {
  const seen: string[] = []
  const complaints: string[] = []
  const commands = [await purser(['fill', 'key', '--agent', agent.agentId], TEST_API_KEY)]
  const clients = [
    await connect(endpoint(node), agent.apiKey, 'new'),
    await connect(endpoint(node), agent.apiKey, 'old'),
    await overStdio({ baseUrl: node.baseUrl, apiKey: agent.apiKey, onComplaint: (text) => complaints.push(text) }),
  ]
  const network = new Purser({ baseUrl: node.baseUrl, apiKey: shopKey })
  /** What is no protocol, which the node may complain of. */
  const ask = async (type: string, body: string) => {
    const headers = { authorization: `Bearer ${agent.apiKey}`, 'content-type': type }
    return (await fetch(endpoint(node), { method: 'POST', headers, body })).text()
  }
  for (const client of clients) {
    const use = async (name: string, args: object = {}) => {
      const answer = await call(client, name, { ...args })
      seen.push(JSON.stringify(answer))
      return answer
    }
    seen.push(JSON.stringify([await client.listTools(), await client.listPrompts()]))
    seen.push(JSON.stringify(await client.readResource({ uri: 'purser://budget' })))
    const errand = { amount: 900, merchant: 'Ink Ltd' }
    const { said } = await use('declare_intent', {
      ...errand,
      reference: crypto.randomUUID(),
      purpose: 'Ink',
      origin: shop.origin,
      again: true,
    })
    const intentId = String(said['intentId'])
    await use('pay_at_checkout', { intentId })
    commands.push(
      await purser(
        ['fill', intentId, '--to', `${shop.origin}/pay`],
        agent.apiKey,
        'number={{pan}}&exp={{exp}}&cvc={{cvv}}',
      ),
    )
    const paid = new URLSearchParams(shop.received.pop())
    const [pan, exp, cvv] = ['number', 'exp', 'cvc'].map((name) => paid.get(name) ?? '')
    const charge = { pan: pan ?? '', exp: exp ?? '', amount: 900, merchant: { name: errand.merchant } }
    const wrong = cvv === '000' ? '001' : '000'
    await network.network.authorize({ ...charge, cvv: wrong, networkReference: crypto.randomUUID() })
    await use('explain_decline')
    await network.network.authorize({ ...charge, cvv: cvv ?? '', networkReference: crypto.randomUUID() })
    // What a shop has told a model comes back from it in any field.
    await use('declare_intent', { ...errand, reference: pan, purpose: `for ${pan}` })
    await use('check_purchase', { ...errand, merchant: `Ink ${pan}` })
    await use('check_purchase', { ...errand, [`${pan}`]: pan })
    await use('report_purchase', { intentId, outcome: 'completed', orderReference: pan })
    await use('report_purchase', { intentId, outcome: 'completed', orderReference: 'order-1' })
    await use('request_change', { change: 'allow.merchant', wanted: `Ink ${pan}`, why: 'It asked' })
    await use('request_change', { change: 'limits.perDay', wanted: '9000', why: `More for ${pan}` })
    const change = await use('request_change', { change: 'limits.perDay', wanted: '9000', why: 'More ink' })
    if (change.isError) throw new Error(change.text)
    for (const name of ['get_budget', 'list_intents', 'list_transactions', 'explain_decline']) await use(name)
    for (const name of ['get_intent', 'cancel_intent', 'pay_at_checkout']) await use(name, { intentId })
    await use('check_purchase', errand)
    seen.push(await ask('text/plain', pan ?? ''), await ask('application/json', `{"jsonrpc":"2.0","method":"${pan}"`))
    seen.push(await ask('application/json', JSON.stringify({ jsonrpc: '2.0', id: 1, method: pan, params: [cvv] })))
    seen.push(await ask('application/json', JSON.stringify({ pan, cvv })))
  }
  const [last] = clients
  if (last !== undefined) seen.push(JSON.stringify(await call(last, 'freeze_card')))
  await Promise.all(clients.map((client) => client.close()))
  return { seen, complaints, commands }
}

it('shows no number, CVV or expiry to whoever reads what tools, commands and the node say', async () => {
  const agent = await someAgent({ purser: owner, baseUrl: node.baseUrl }, { requireIntent: true })
  const shopKey = (await owner.apiKeys.create({ name: 'shop', role: 'network' })).secret
  const { seen, complaints, commands } = await live({ agent, shopKey })

  const plain = { name: 'seeing', role: 'agent', agentId: agent.agentId, mcpCardDetails: 'plain' } as const
  await owner.cards.unfreeze(agent.cardId)
  const seeing = await connect(endpoint(node), (await owner.apiKeys.create(plain)).secret)
  const { id: intentId } = await agent.purser.intents.declare(agent.cardId, { purpose: 'the control' })
  const control = await call(seeing, 'pay_at_checkout', { intentId })
  await seeing.close()
  const numbers = control.said as unknown as Numbers
  expect(numbers.pan).toMatch(/^\d{16}$/)

  const log = [...node.process.stdout, ...node.process.stderr]
  const places = { answers: seen, 'purser mcp': complaints, 'purser fill': commands, 'the log of the node': log }
  for (const [name, texts] of Object.entries(places)) {
    const text = texts.join('\n')
    expect([name, leaked(text, numbers)]).toEqual([name, []])
    // What is planted there is found.
    expect([name, leaked(`${text}\n${control.text}`, numbers)]).toEqual([name, ['number', 'CVV', 'expiry']])
    expect([name, leaked(`${text}\n${JSON.stringify(control)}`, numbers)]).toEqual([name, ['number', 'CVV', 'expiry']])
  }
  expect(seen.join('').length).toBeGreaterThan(20_000)
  expect(commands.join('\n')).toContain('answered 200.\n')
  expect(log.join('\n')).toContain('Purser listens')
  // What callers did wrong is no error of the node.
  expect(log.filter((line) => /"level":[56]0|"stack"/.test(line))).toEqual([])
})
