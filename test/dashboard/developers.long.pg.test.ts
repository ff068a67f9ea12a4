import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWebhookSink, type WebhookSink } from '../support/receivers/webhook-sink.ts'
import { violationsAtEachWidth } from './axe.ts'
import { choose } from './finding/choose.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from './dashboard-rig.ts'

const DAY_MS = 86_400_000
/** An issuer of access tokens to which no request is sent. */
const WITH_ISSUER = {
  PURSER_PUBLIC_URL: 'https://purser.example.com',
  PURSER_MCP_ISSUER: 'https://login.example.com',
}

describeInBrowser('what developers and auditors see', () => {
  let rig: DashboardRig
  let sink: WebhookSink
  let webhookId: string
  let cardId: string
  beforeAll(async () => {
    rig = await startDashboard(WITH_ISSUER)
    sink = await openWebhookSink()
    const { purser } = rig.service
    sink.answerWith(() => ({ status: 503, body: 'The ledger is closed for the night.' }))
    webhookId = (await purser.webhooks.create({ url: sink.url, events: ['*'], description: 'The ledger' })).id
    await purser.webhooks.create({ url: 'https://example.com/hook', events: ['card.frozen'], status: 'disabled' })
    const customer = await purser.customers.create({ email: 'ada@example.com', name: { business: 'Ada & Sons' } })
    const agent = await purser.agents.create({ customerId: customer.id, externalId: 'build-bot' })
    const owner = { customerId: customer.id, agentId: agent.id }
    cardId = (await purser.cards.create({ ...owner, label: 'Builds', policy: { limits: { perDay: 10_000 } } })).id
    await purser.apiKeys.create({
      name: 'Build bot',
      role: 'agent',
      agentId: agent.id,
      expiresAt: new Date(Date.now() + 30 * DAY_MS).toISOString(),
      allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'],
    })
    await purser.network.authorize({ cardId, amount: 20_000, merchant: { name: 'GitHub', mcc: '5734' } })
    await purser.cards.update(cardId, { policy: { limits: { perDay: 25_000 }, requireIntent: true } })
    await sink.received(2)
  })
  afterAll(async () => {
    await rig.stop()
    await sink.close()
  })

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
  const keep = async (page: Page) => {
    await button(page, 'Copy the secret').click()
    await button(page, 'I have kept it').click()
  }

  it('a developer sees what a key has asked, narrows it to errors, and copies a request id', async () => {
    const { page, context, complaints } = await rig.browse('admin')
    const { id, secret } = await rig.service.purser.apiKeys.create({ name: 'Nightly report', role: 'read' })
    const ask = (path: string, requestId: string) =>
      fetch(`${rig.service.baseUrl}${path}`, {
        headers: { authorization: `Bearer ${secret}`, 'x-request-id': requestId },
      })
    await ask(`/cards/${cardId}`, 'trace-good')
    await ask('/cards/card_01kdvy2n7rj4t8w0q3m5x90001', 'trace-missing')
    await page.goto('/developers/keys')
    await page.getByRole('link', { name: 'Nightly report' }).click()
    await page.waitForURL(`**/developers/keys/${id}`)
    const table = page.getByRole('table', { name: 'Requests' })
    await table.getByText(`GET /v1/cards/${cardId}`).waitFor()
    await page.getByLabel('Outcome').selectOption('Errors only')
    await table.getByText(`GET /v1/cards/${cardId}`).waitFor({ state: 'detached' })
    const row = table.getByRole('row', { name: /card_not_found/ })
    expect(await row.textContent()).toContain('404')
    await row.getByRole('button', { name: 'Copy the request id trace-missing' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('trace-missing')
    expect(await violationsAtEachWidth(page)).toEqual([])
    const [docs] = await Promise.all([
      context.waitForEvent('page'),
      row.getByRole('link', { name: 'card_not_found' }).click(),
    ])
    await docs.getByRole('cell', { name: 'card_not_found' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('a key is made, its secret is shown once and works, and it is revoked', async () => {
    const { page } = await rig.browse('admin')
    await page.goto('/customers')
    await page.getByRole('link', { name: 'Developers' }).click()
    await page.waitForURL('**/developers/keys')
    await button(page, 'New key').click()
    await page.getByLabel('Name').fill('Ledger export')
    await page.getByLabel('Only from these addresses').fill('no network')
    await button(page, 'Create key').click()
    await page.getByRole('alert').getByText('CIDR').waitFor()
    await page.getByLabel('Only from these addresses').fill('127.0.0.0/8')
    await button(page, 'Create key').click()
    const dialog = page.getByRole('dialog', { name: 'The secret of Ledger export' })
    const secret = await dialog.getByRole('group', { name: 'the secret' }).textContent()
    const authorization = { headers: { authorization: `Bearer ${secret}` } }
    expect((await fetch(`${rig.service.baseUrl}/cards`, authorization)).status).toBe(200)
    // Neither a key nor a click beside it nor Back takes it away before it is kept.
    for (const key of ['Escape', 'Escape', 'Enter']) await page.keyboard.press(key)
    await page.mouse.click(5, 5)
    await page.goBack()
    expect(await button(page, 'I have kept it').isDisabled()).toBe(true)
    expect(await violationsAtEachWidth(page)).toEqual([])
    await button(page, 'Copy the secret').click()
    await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(true)
    await button(page, 'I have kept it').click()
    await page.getByRole('row', { name: /Ledger export/ }).waitFor()
    await page.reload()
    const row = page.getByRole('row', { name: /Ledger export/ })
    await row.waitFor()
    expect(await page.content()).not.toContain(secret)

    await button(page, 'Revoke Ledger export').click()
    await page.getByRole('dialog').getByText('refused from now on').waitFor()
    await button(page, 'Revoke the key').click()
    await row.getByText('revoked').waitFor()
    expect(await row.getByRole('button').count()).toBe(0)
    expect((await fetch(`${rig.service.baseUrl}/cards`, authorization)).status).toBe(401)

    await button(page, 'New key').click()
    await page.getByLabel('Name').fill('Shopper')
    await page.getByLabel('Role').selectOption('agent')
    await choose(page, 'Agent', 'build', 'build-bot')
    await page.getByLabel('Its tools may show card numbers in clear').check()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await button(page, 'Create key').click()
    await keep(page)
    await page
      .getByRole('row', { name: /Shopper/ })
      .getByText('shows card numbers')
      .last()
      .waitFor()
    const { data } = await rig.service.purser.apiKeys.list()
    const shopper = { name: 'Shopper', role: 'agent', mcpCardDetails: 'plain' }
    expect(data).toContainEqual(expect.objectContaining(shopper))

    await button(page, 'New key').click()
    await page.getByLabel('Name').fill('Assistant')
    await page.getByLabel('Role').selectOption('agent')
    await choose(page, 'Agent', 'build', 'build-bot')
    await page.getByLabel('A client on the web signs in for this agent').check()
    await page.getByLabel('Subject').fill('ada')
    await page.getByLabel('Client id').fill('https://agents.example/client.json')
    expect(await violationsAtEachWidth(page)).toEqual([])
    await button(page, 'Create key').click()
    await keep(page)
    await page
      .getByRole('row', { name: /Assistant/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByText('by https://agents.example/client.json, at https://login.example.com').waitFor()
  })

  it('a webhook that fails stands out, tells what its receiver answered, and is retried', async () => {
    const { page } = await rig.browse('owner')
    await page.goto('/developers/webhooks')
    const row = page.getByRole('row', { name: /The ledger/ })
    await row.getByText('failing').waitFor()
    await row.getByRole('link').click()
    const delivery = page.getByRole('row', { name: /transaction\.declined/ })
    await delivery.getByText('failed so far').waitFor()
    await delivery.getByRole('link').click()
    await page.getByText('The ledger is closed for the night.').waitFor()
    await page.getByText('503', { exact: true }).waitFor()

    sink.answerWith(() => ({ status: 200, body: 'Welcome back.' }))
    await button(page, 'Retry').click()
    await page.getByText('Welcome back.').waitFor()
    await page.getByText('by hand').waitFor()
    await page.getByText('succeeded').waitFor()
  })

  it('a webhook is made for chosen events, and its secret is shown once', async () => {
    const { page } = await rig.browse('admin')
    await page.goto('/developers/webhooks')
    await button(page, 'New webhook').click()
    await page.getByLabel('URL of the receiver').fill(`${sink.url}/chosen`)
    await page.getByLabel('All, and those that are added later').uncheck()
    await page.getByLabel('card.frozen').check()
    await button(page, 'Create webhook').click()
    const secret = page.getByRole('group', { name: 'the secret' })
    expect(await secret.textContent()).toMatch(/^whsec_/)
    await keep(page)
    const { data } = await rig.service.purser.webhooks.list()
    expect(data.find(({ url }) => url.endsWith('/chosen'))?.events).toEqual(['card.frozen'])
  })

  it('a webhook is sent the audit trail if somebody chooses that, and a delivery shows its entry', async () => {
    const { page } = await rig.browse('admin')
    const { purser } = rig.service
    await page.goto('/developers/webhooks')
    await button(page, 'New webhook').click()
    await page.getByLabel('URL of the receiver').fill(`${sink.url}/archive`)
    await page.getByLabel('Entries of the audit trail, too').check()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await button(page, 'Create webhook').click()
    await keep(page)
    const made = (await purser.webhooks.list()).data.find(({ url }) => url.endsWith('/archive'))
    expect(made?.events).toEqual(['*', 'audit.recorded'])
    await page.goto(`/developers/webhooks/${made?.id}`)
    await page.getByText('all, and those that are added later, and entries of the audit trail').waitFor()
    await page
      .getByRole('row', { name: /audit\.recorded/ })
      .first()
      .getByRole('link')
      .click()
    await page.getByText('"operation": "createWebhook"').waitFor()
    await purser.webhooks.delete(made?.id ?? '')
  })

  it('events come by themselves, newest on top, until they are held still', async () => {
    const { page } = await rig.browse('viewer')
    await page.goto('/developers/events?type=webhook.test')
    await page.getByText('No event of this type yet.').waitFor()
    await rig.service.purser.webhooks.test(webhookId)
    const rows = page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem')
    await rows.first().waitFor()
    await page.keyboard.press('p')
    await button(page, /Go on/).waitFor()
    await rig.service.purser.webhooks.test(webhookId)
    await button(page, 'Go on (1 new)').waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    await page.keyboard.press('p')
    await rows.nth(1).waitFor()
    await rows.first().click()
    await rows.first().getByText('"type": "webhook.test"').waitFor()
  })

  it('changes are told in words, by who made them, with a link to what they changed', async () => {
    const { page } = await rig.browse('viewer')
    await page.goto(`/changes?resourceId=${cardId}`)
    const changed = page.getByRole('listitem').filter({ hasText: 'changed a card' })
    await changed.getByText('Raised limit per day from $100.00 to $250.00').waitFor()
    await changed.getByText('Turned on “Intent required”').waitFor()
    expect(await changed.getByRole('link', { name: 'Builds' }).first().getAttribute('href')).toBe(`/cards/${cardId}`)
    await changed.getByRole('button', { name: 'JSON' }).first().click()
    await changed.getByText('"operation": "updateCard"').waitFor()
    await page.getByText('purser audit check').waitFor()
  })

  it('a viewer is offered no change, and no key', async () => {
    const { page } = await rig.browse('viewer')
    await page.goto('/developers/keys')
    await page.getByText('Keys are for admins.').waitFor()
    await page.goto(`/developers/webhooks/${webhookId}`)
    await page.getByRole('row', { name: /transaction\.declined/ }).waitFor()
    for (const name of ['Send a test', 'Disable', 'Delete', 'Retry']) expect(await button(page, name).count()).toBe(0)
  })
})
