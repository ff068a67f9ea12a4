import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserTestNeed, testsWithNeeds } from '../support/needs.ts'
import { webhookSignatureHeader } from '../../src/lib/network/webhook-signature.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { findBrowser, showPageInTestBrowser } from '../support/browser.ts'
import { type Consumer, emptyProject, pack } from './packed.ts'
import { openSameOrigin } from './same-origin.ts'

const PAGE_TIMEOUT_MS = 60_000

/** Does what a page would, and posts what came of it. */
const page = (apiKey: string, secret: string, payload: string, header: string) => `<!doctype html><script type="module">
  import { Purser, PurserError } from '/client/client.js'
  import { verifyWebhook } from '/client/webhooks.js'
  const secret = ${JSON.stringify(secret)}, payload = ${JSON.stringify(payload)}, header = ${JSON.stringify(header)}
  async function use() {
    const purser = new Purser({ baseUrl: '/v1', apiKey: ${JSON.stringify(apiKey)} })
    const customer = await purser.customers.create({ email: 'ada@example.com' })
    for (const externalId of ['a', 'b', 'c']) await purser.agents.create({ customerId: customer.id, externalId })
    const agents = []
    for await (const agent of purser.agents.list({ customerId: customer.id, limit: 2 })) agents.push(agent.externalId)
    const card = await purser.cards.create({ customerId: customer.id, policy: { limits: { perAuth: 50_00 } } })
    const buy = (amount) => purser.network.authorize({ cardId: card.id, amount, merchant: { name: 'GitHub', mcc: '5734' } })
    const decisions = [await buy(42_00), await buy(51_00)].map((answer) => answer.decision)
    const missing = await purser.cards.get('card_unknown').catch((error) => error)
    const event = await verifyWebhook({ payload, header, secret })
    const forged = await verifyWebhook({ payload: payload + ' ', header, secret }).catch((error) => error.reason)
    return { agents, decisions, missing: [missing instanceof PurserError, missing.code], event, forged }
  }
  const result = await use().catch((error) => ({ failed: String(error) }))
  await fetch('/result', { method: 'POST', body: JSON.stringify(result) })
</script>`

testsWithNeeds(browserTestNeed('the client in a page')).describe('a page in a browser', () => {
  let service: TestPurser
  let consumer: Consumer

  beforeAll(async () => {
    service = await startPurser()
    consumer = emptyProject()
    const { tarball } = pack(join('clients', 'typescript'), consumer.path)
    consumer.run('npm', 'install', '--offline', '--no-audit', '--no-fund', tarball)
  })
  afterAll(async () => {
    consumer.remove()
    await service.stop()
  })

  it(
    'calls Purser through the client as it is published, and verifies a signature',
    async () => {
      const secret = `whsec_${'5a'.repeat(32)}`
      const event = { id: 'evt_1', type: 'webhook.test', createdAt: '2026-01-31T12:00:00.000Z', data: {} }
      const payload = JSON.stringify(event)
      const html = page(service.apiKey, secret, payload, webhookSignatureHeader(payload, [secret], Date.now()))
      const modules = join(consumer.installed('@purser/client'), 'dist', 'esm')
      const origin = await openSameOrigin(html, modules, service.baseUrl)
      const shown = showPageInTestBrowser(findBrowser() ?? '', origin.url)
      const result = await Promise.race([
        origin.result,
        delay(PAGE_TIMEOUT_MS, 'the page posted nothing', { ref: false }),
      ])
      await shown.close()
      origin.close()
      expect(result).toEqual({
        agents: ['c', 'b', 'a'],
        decisions: ['approve', 'decline'],
        missing: [true, 'card_not_found'],
        event,
        forged: 'signature_mismatch',
      })
    },
    PAGE_TIMEOUT_MS + 30_000,
  )
})
