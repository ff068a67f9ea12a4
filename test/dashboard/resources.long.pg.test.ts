import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from './axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from './dashboard-rig.ts'
import { someCompany } from './some-company.ts'

describeInBrowser('customers, agents and cards in the dashboard', () => {
  let rig: DashboardRig
  let company: Awaited<ReturnType<typeof someCompany>>
  beforeAll(async () => {
    rig = await startDashboard({ PURSER_RATE_LIMIT: 'off' })
    company = await someCompany(rig.service.purser)
  })
  afterAll(() => rig.stop())

  const newCard = () => rig.service.purser.cards.create({ customerId: company.customer.id, label: 'In a hurry' })
  const statusOf = async (id: string) => (await rig.service.purser.cards.get(id)).status

  it('freezes a card by one click, and takes it back', async () => {
    const { id } = await newCard()
    const { page } = await rig.browse('admin')
    await page.goto(`/cards/${id}`)
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByText('The card is frozen: every purchase is declined.').waitFor()
    expect(await statusOf(id)).toBe('frozen')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The card is active again.').waitFor()
    expect(await statusOf(id)).toBe('active')
  })

  it('freezes a card by one key after asking, as an approver may, who cannot unfreeze or close it', async () => {
    const { id } = await newCard()
    const { page } = await rig.browse('approver')
    await page.goto(`/cards/${id}`)
    await page.getByRole('button', { name: 'Freeze' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Freeze the card, after asking').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog', { name: 'Freeze In a hurry?' })
    await dialog.getByText('declined until an admin unfreezes it').waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await statusOf(id)).toBe('active')
    await page.keyboard.press('f')
    await dialog.waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('The card is frozen').waitFor()
    await page.getByText('❄ Frozen').waitFor()
    expect(await statusOf(id)).toBe('frozen')
    expect(await page.getByRole('button', { name: /Unfreeze|Undo|Close card|Show number/ }).count()).toBe(0)
  })

  it('has the one-time cards of a card in one line, which leads to their list', async () => {
    const { purser } = rig.service
    const { customer } = company
    const { id } = await purser.cards.create({ customerId: customer.id, policy: { cardPerIntent: true } })
    const [first] = [
      await purser.intents.declare(id, { purpose: 'Ink' }),
      await purser.intents.declare(id, { purpose: 'Pens' }),
    ]
    const { page } = await rig.browse('admin')
    await page.goto(`/cards/${id}`)
    await page.getByText('One-time cards').waitFor()
    await page.getByRole('link', { name: '2', exact: true }).click()
    await page.waitForURL(`**/cards?parentCardId=${id}`)
    await page.locator(`a[href="/cards/${first.oneTimeCardId}"]`).first().click()
    await page.getByText('Made for').waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('says in one sentence what could still be approved, on each page', async () => {
    const { purser } = rig.service
    const { id: customerId } = await purser.customers.create({ email: 'e@example.com', limits: { perDay: 124_000 } })
    const enforced = { requireIntent: true, onMissingIntent: 'decline', onIntentMismatch: 'decline' } as const
    const policy = { ...enforced, requireApproval: true }
    const { id: agentId } = await purser.agents.create({ customerId, externalId: 'exposed', policy })
    const { id } = await purser.cards.create({ customerId, agentId })
    await purser.cards.create({ customerId, limits: { perDay: 24_000 } })
    const { page } = await rig.browse('viewer')
    const both = 'Until midnight UTC, at most $1,240.00 can be spent, $240.00 of it without a person.'
    const approved = 'Until midnight UTC, at most $1,240.00 can be spent, none of it without a person.'
    for (const [path, sentence] of [
      [`/customers/${customerId}`, both],
      [`/agents/${agentId}`, approved],
      [`/cards/${id}`, approved],
    ] as const) {
      await page.goto(path)
      await page.getByText(sentence).waitFor()
    }
  })

  it('tells in each bar what is spent, what of it is held, and what is left', async () => {
    const { purser } = rig.service
    const { id: customerId } = await purser.customers.create({ email: 'h@example.com', limits: { perMonth: 50_000 } })
    const { id } = await purser.cards.create({ customerId, limits: { perDay: 10_000 } })
    const buy = (amount: number) => purser.network.authorize({ cardId: id, amount })
    await purser.network.settle((await buy(1_000)).transactionId)
    await buy(4_200)
    const { page } = await rig.browse('viewer')
    const said = '$52.00 of $500.00, $42.00 of it held, $448.00 left'
    await page.goto(`/cards/${id}`)
    await page
      .getByRole('img', { name: 'The card per day: $52.00 of $100.00, $42.00 of it held, $48.00 left' })
      .waitFor()
    await page.getByRole('img', { name: `The customer per month: ${said}` }).waitFor()
    await page.goto('/')
    await page.getByRole('img', { name: `per month: ${said}` }).waitFor()
  })

  it('closes a card after asking twice, and says what happens to what is held', async () => {
    const { id, last4 } = await newCard()
    await rig.service.purser.network.authorize({
      cardId: id,
      amount: 4_200,
      merchant: { name: 'Hetzner', mcc: '5734' },
    })
    const { page } = await rig.browse('admin')
    await page.goto(`/cards/${id}`)
    await page.getByRole('button', { name: 'Close card' }).click()
    await page.getByText('1 open purchase, $42.00 held:').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    const close = page.getByRole('button', { name: 'Close for good' })
    expect(await close.isDisabled()).toBe(true)
    await page.getByLabel(/last four digits/).fill(last4 ?? '')
    await close.click()
    await page.getByText('The card is closed.').waitFor()
    expect(await statusOf(id)).toBe('closed')
    expect(await page.getByRole('button', { name: /Freeze|Close card|Show number/ }).count()).toBe(0)
  })

  it('mends a policy by the form, with what is wrong at its field, and takes it back', async () => {
    const { id } = await newCard()
    const { page } = await rig.browse('admin')
    await page.goto(`/cards/${id}`)
    await page.getByRole('link', { name: 'Edit policy' }).click()
    const perPurchase = page.getByRole('textbox', { name: 'Per purchase, USD', exact: true })
    await perPurchase.fill('a lot')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('[id="field-limits.perAuth"] [role=alert]').waitFor()
    expect(await perPurchase.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => perPurchase.and(page.locator(':focus')).count()).toBe(1)
    await perPurchase.fill('1,250.50')
    await page.getByLabel('Four eyes').selectOption('No')
    expect(JSON.parse(await page.getByLabel('Rules as JSON').inputValue())).toEqual({
      policy: { limits: { perAuth: 125_050 }, requireSeparateApprover: false },
      limits: {},
    })
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('dialog').getByText('$1,250.50').waitFor()
    await page.getByText('There were no decisions here in the last 30 days.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved 2 changes.').waitFor()
    const saved = await rig.service.purser.cards.get(id)
    expect(saved.policy).toEqual({ limits: { perAuth: 125_050 }, requireSeparateApprover: false })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The policy is restored.').waitFor()
    const { policy } = await rig.service.purser.cards.get(id)
    expect(policy.requireSeparateApprover).toBeUndefined()
    expect(policy.limits?.perAuth).toBeUndefined()
  })

  it('shows what a change would have declined, with the ladder of each purchase, before it is saved', async () => {
    const { id } = await newCard()
    for (const amount of [1_000, 4_200]) {
      await rig.service.purser.network.authorize({ cardId: id, amount, merchant: { name: 'Hetzner', mcc: '5734' } })
    }
    const { page } = await rig.browse('admin')
    await page.goto(`/cards/${id}/policy`)
    await page.getByRole('textbox', { name: 'Per purchase, USD', exact: true }).fill('20')
    await page.getByRole('button', { name: 'Review and save' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Of the 2 decisions of the last 30 days, 1 would now be declined.').waitFor()
    await dialog.getByText('$42.00').first().click()
    await dialog.getByText(/\$42\.00 in one authorization is over the limit of \$20\.00/).waitFor()
    expect((await rig.service.purser.cards.get(id)).policy).toEqual({})
  })

  it('tries a policy as a shadow, shows where the two differ, and lets it hold', async () => {
    const { id } = await newCard()
    const { purser } = rig.service
    const buy = (amount: number) =>
      purser.network.authorize({ cardId: id, amount, merchant: { name: 'Hetzner', mcc: '5734' } })
    const { page } = await rig.browse('admin', { reducedMotion: 'reduce' })
    await page.goto(`/cards/${id}/policy`)
    await page.getByRole('textbox', { name: 'Cap per purchase, USD', exact: true }).fill('900')
    await page.getByRole('textbox', { name: 'Per purchase, USD', exact: true }).fill('20')
    await page.getByRole('button', { name: 'Review and save' }).click()
    expect(await page.getByRole('button', { name: 'Try as shadow' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('textbox', { name: 'Cap per purchase, USD', exact: true }).fill('')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('button', { name: 'Try as shadow' }).click()
    await page.getByText('It has not been tried on a purchase yet.').waitFor()
    expect(await purser.cards.get(id)).toMatchObject({ policy: {}, shadowPolicy: { limits: { perAuth: 2_000 } } })
    await buy(1_000)
    const { transactionId } = await buy(4_200)
    await page.reload()
    await page.getByText('Of 2 purchases, it would have declined 1 that the policy approved.').waitFor()
    expect(await violations(page)).toEqual([])
    await page
      .getByRole('table', { name: 'Purchases that the shadow policy would have decided differently' })
      .getByRole('link')
      .click()
    await page.waitForURL(`**/transactions/${transactionId}`)
    const ladder = page.getByRole('list', { name: 'Rules in the order in which they were checked' })
    await ladder.getByText('The shadow policy would have declined it.').waitFor()
    await ladder.getByText(/\$42\.00 in one authorization is over the limit of \$20\.00/).waitFor()
    await ladder.getByText('Approved', { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.goto(`/cards/${id}`)
    await page.getByRole('button', { name: 'Promote shadow policy' }).click()
    await page.getByRole('dialog').getByText('$20.00').waitFor()
    await page.getByRole('button', { name: 'Promote', exact: true }).click()
    await page.getByText('The shadow policy is now the policy.').waitFor()
    await page.getByRole('heading', { name: 'Shadow policy' }).waitFor({ state: 'detached' })
    const promoted = await purser.cards.get(id)
    expect([promoted.policy, promoted.shadowPolicy]).toEqual([{ limits: { perAuth: 2_000 } }, undefined])
  })

  it('changes a shadow policy, whole, and drops it', async () => {
    const { purser } = rig.service
    const shadowPolicy = { maxAmount: 500, limits: { perDay: 9_000 } }
    const { id } = await purser.agents.create({ customerId: company.customer.id, externalId: 'tried', shadowPolicy })
    const viewer = await rig.browse('viewer')
    await viewer.page.goto(`/agents/${id}`)
    await viewer.page.getByText('It has not been tried on a purchase yet.').waitFor()
    expect(await viewer.page.getByRole('button', { name: /shadow policy$/ }).count()).toBe(0)
    const { page } = await rig.browse('admin')
    await page.goto(`/agents/${id}`)
    await page.getByRole('link', { name: 'Edit shadow policy' }).click()
    await page.getByLabel('Rules as JSON').fill('{"policy": {"maxAmount": 700}}')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('button', { name: 'Try as shadow' }).click()
    await page.getByRole('button', { name: 'Drop shadow policy' }).waitFor()
    expect(await purser.agents.get(id)).toMatchObject({ policy: {}, shadowPolicy: { maxAmount: 700 } })
    expect((await purser.agents.get(id)).shadowPolicy?.limits ?? {}).toEqual({})
    await page.getByRole('button', { name: 'Drop shadow policy' }).click()
    await page.getByRole('button', { name: 'Drop', exact: true }).click()
    await page.getByText('The shadow policy is dropped.').waitFor()
    expect((await purser.agents.get(id)).shadowPolicy).toBeUndefined()
  })

  it('mends a policy by its JSON, which the form follows, with what is wrong at its field', async () => {
    const { id } = company.agent
    const { page } = await rig.browse('admin')
    await page.goto(`/agents/${id}/policy`)
    const json = page.getByLabel('Rules as JSON')
    await json.fill('{"policy": {')
    await page.getByText(/This is not JSON/).waitFor()
    await json.fill('{"policy": {"limits": {"perAuth": 70000}, "allowedCountries": ["Germany"]}}')
    expect(await page.getByRole('textbox', { name: 'Per purchase, USD', exact: true }).inputValue()).toBe('700.00')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('[id="field-allowedCountries"] [role=alert]').waitFor()
    await json.fill('{"policy": {"limits": {"perAuth": 70000}, "allowedCountries": ["DE"]}}')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/Saved \d changes/).waitFor()
    const { policy, limits } = await rig.service.purser.agents.get(id)
    expect({ policy, limits }).toMatchObject({ policy: { limits: { perAuth: 70_000 }, allowedCountries: ['DE'] } })
    expect(policy).not.toHaveProperty('requireApproval')
    expect(limits ?? {}).toEqual({})
  })

  it('lets a viewer see all of it and change nothing', async () => {
    const { page } = await rig.browse('viewer')
    const { customer, agent, card } = company
    const changing = /^(New|Freeze|Unfreeze|Close card|Show number|Pause|Suspend|Review)/
    for (const path of [
      `/customers/${customer.id}`,
      `/agents/${agent.id}`,
      `/cards/${card.id}`,
      '/cards?status=all',
      '/agents?status=all',
      '/customers?status=all',
    ]) {
      await page.goto(path)
      await page.getByRole('cell').first().waitFor()
      expect(await page.getByRole('button', { name: changing }).count(), path).toBe(0)
      expect(await page.getByRole('link', { name: 'Edit policy' }).count(), path).toBe(0)
    }
    await page.goto(`/cards/${card.id}`)
    await page.getByRole('heading', { name: 'Cloud bills' }).waitFor()
    await page.keyboard.press('f')
    await page.goto(`/cards/${card.id}/policy`)
    await page.getByText('Your role may read this policy.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Per purchase, USD', exact: true }).isDisabled()).toBe(true)
    expect(await statusOf(card.id)).toBe('active')
  })

  it('shows a number for a purpose for 30 seconds, and lists the look', async () => {
    const { id, last4 } = company.card
    const { page } = await rig.browse('admin')
    await page.clock.install()
    await page.goto(`/cards/${id}`)
    await page.getByRole('button', { name: 'Show number' }).click()
    await page.getByLabel('Purpose').fill('Paying an invoice by phone')
    await page.getByRole('button', { name: 'Show for 30 seconds' }).click()
    await page.getByText('Hidden again in').waitFor()
    const whole = page.getByText(new RegExp(`\\d{4} \\d{4} \\d{4} ${last4}`))
    await whole.waitFor()
    await page.getByText(/CVV \d{3}/).waitFor()
    await page
      .getByRole('table', { name: 'Card number access' })
      .getByText('Paying an invoice by phone')
      .first()
      .waitFor()
    await page.clock.fastForward(31_000)
    await whole.waitFor({ state: 'detached' })
    expect(await page.locator('body').innerText()).not.toMatch(/\d{4} \d{4} \d{4} \d{4}|CVV \d/)
    await page.getByRole('button', { name: 'Show number' }).waitFor()
  })

  it('reads 500 cards page by page', async () => {
    const customer = await rig.service.purser.customers.create({ name: { business: 'Many Cards' } })
    for (let made = 0; made < 500; made += 10)
      await Promise.all(Array.from({ length: 10 }, () => rig.service.purser.cards.create({ customerId: customer.id })))
    const { page } = await rig.browse('viewer')
    // By address: an event that comes meanwhile makes the page ask for what it shows once more.
    const asked = new Set<string>()
    page.on('request', (request) => {
      if (request.url().includes('/v1/cards?')) asked.add(request.url())
    })
    await page.goto(`/cards?customerId=${customer.id}`)
    const links = page.getByRole('table', { name: 'Cards' }).getByRole('link')
    await links.first().waitFor()
    await expect.poll(() => links.count()).toBe(50)
    expect(asked.size).toBe(1)
    await page.getByRole('button', { name: 'Show more' }).click()
    await links.nth(99).waitFor()
    await expect.poll(() => links.count()).toBe(100)
    expect(asked.size).toBe(2)
  })
})
