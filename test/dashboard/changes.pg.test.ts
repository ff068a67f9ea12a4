import { afterAll, beforeAll, expect, it } from 'vitest'
import { Purser } from '../../clients/typescript/src/client.ts'
import { violations } from './axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from './dashboard-rig.ts'

describeInBrowser('who changed what', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
  })
  afterAll(() => rig.stop())

  it('is looked for by names and verbs; a word that nothing is called by is an error, and no empty list', async () => {
    const { purser } = rig.service
    const customer = await purser.customers.create({
      email: 'a@example.com',
      type: 'business',
      name: { business: 'Acme' },
    })
    const agent = await purser.agents.create({ customerId: customer.id, externalId: 'buyer', name: 'Procurement' })
    const { secret } = await purser.apiKeys.create({ name: 'Buying', role: 'agent', agentId: agent.id })
    const card = await purser.cards.create({ customerId: customer.id, agentId: agent.id, label: 'Ink' })
    await new Purser({ baseUrl: rig.service.baseUrl, apiKey: secret }).cards.freeze(card.id)
    await purser.cards.update(card.id, { policy: { limits: { perDay: 1_000 } } })
    const { page } = await rig.browse('admin')
    await page.goto('/changes')
    const acts = page.getByRole('list', { name: 'Changes, newest first' })
    await acts.getByText('Set limit per day to $10.00').waitFor()

    await page.getByRole('combobox', { name: 'Actor' }).fill('procur')
    await page.getByRole('option', { name: /Buying/ }).click()
    await acts.getByText('froze a card').waitFor()
    await acts.getByText('limit per day').waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Actor' }).fill('Nobody of this name')
    await page.keyboard.press('Tab')
    await page.getByText('Nobody, no API key and no agent with a key is called “Nobody of this name”.').waitFor()
    await acts.getByText('froze a card').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()

    await page.getByRole('combobox', { name: 'Action' }).fill('froze')
    await page.keyboard.press('Enter')
    await page.waitForURL(/operation=freezeCard/)
    await acts.getByText('froze a card').waitFor()
    await page.getByRole('combobox', { name: 'Resource', exact: true }).fill('Acme')
    await page.getByRole('option', { name: 'Acme' }).click()
    await page.getByText('No change matches.').waitFor()
    const what = page.getByRole('combobox', { name: 'Resource', exact: true })
    await expect.poll(() => what.inputValue()).toBe('Acme')
    await page.getByRole('button', { name: 'Show all' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('changes.ndjson')
    await page.getByRole('combobox', { name: 'Actor' }).click()
    await page.getByRole('option').first().waitFor()
    expect(await violations(page)).toEqual([])

    await page.goto('/changes?operation=updateCrad')
    await page.getByRole('alert').getByText('is no operation').waitFor()
  })
})
