import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StripeApi } from '../support/issuers/stripe-api.ts'
import { violationsAtEachWidth } from './axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from './dashboard-rig.ts'

const ADDRESS = { Street: '1 Main Street', 'Postal code': '62704', City: 'Springfield', Country: 'US' }
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describeInBrowser('a card of another issuer', () => {
  const stripe = new StripeApi()
  let rig: DashboardRig
  let customerId: string
  beforeAll(async () => {
    await stripe.up()
    rig = await startDashboard({
      PURSER_ISSUER: 'stripe',
      PURSER_STRIPE_KEY: 'rk_test_0123456789',
      PURSER_STRIPE_URL: stripe.url,
    })
    customerId = (await rig.service.purser.customers.create({ name: { business: 'Ink Inc.' } })).id
  })
  afterAll(async () => {
    await rig.stop()
    await stripe.down()
  })
  const pass = (seconds: number) => rig.service.purser.testClock.advance({ seconds })
  const newCard = async (label: string) => {
    const billing = { line1: '1 Main Street', postalCode: '62704', city: 'Springfield', country: 'US' }
    const { id } = await rig.service.purser.cards.create({ customerId, label, billing })
    await pass(1)
    return id
  }

  it('is made with an address, and tells how far its issuer is with it', async () => {
    const { page } = await rig.browse('admin')
    await page.goto(`/customers/${customerId}`)
    await press(page, 'New card')
    await page.getByLabel('Label').fill('Paper')
    await page.getByLabel('Limit', { exact: true }).fill('400')
    await press(page, 'Create card')
    await page.getByRole('alert').getByText('needs a billing address').waitFor()
    expect(await page.getByLabel('Issuer').locator('option').allTextContents()).toEqual(['Stripe', 'Purser'])
    expect(await page.getByLabel('Type').locator('option').allTextContents()).toEqual(['Virtual'])
    for (const [label, text] of Object.entries(ADDRESS)) await page.getByLabel(label).fill(text)
    expect(await violationsAtEachWidth(page)).toEqual([])
    stripe.fate = () => ({ status: 500, message: 'Down' })
    await press(page, 'Create card')
    await page.getByText('Stripe has not made this card yet.').waitFor()
    await page.getByText('The card has no number until Stripe has created it.').waitFor()
    stripe.fate = () => 'well'
    await pass(60)
    const [made] = stripe.cards
    await page.getByText(`•••• ${made?.['last4']}`).waitFor()
    await page.getByText('Stripe keeps the number').waitFor()
    expect(await page.getByRole('button', { name: 'Show number' }).isDisabled()).toBe(true)
    expect(stripe.holders).toMatchObject([{ name: 'Ink Inc.', billing: { address: { city: 'Springfield' } } }])
  })

  it('says what its issuer does not know, and has it asked again', async () => {
    const id = await newCard('Toner')
    const { page } = await rig.browse('admin')
    stripe.fate = () => ({ status: 400, message: 'This account is restricted.' })
    await page.goto(`/cards/${id}`)
    await page.getByRole('heading', { name: 'Toner' }).waitFor()
    await press(page, 'Freeze')
    await page.getByText('The card is frozen').waitFor()
    await pass(1)
    await page.getByText('Stripe does not know what is set here: This account is restricted.').waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await page.goto('/cards?status=frozen')
    await page.getByRole('row', { name: /Toner/ }).getByText('Failed at Stripe').waitFor()
    const told = page.getByRole('region', { name: 'Changes that issuers do not know of' })
    await page.goto('/cards')
    await told.getByText(/Toner •••• \d{4}, frozen here, failed at Stripe/).waitFor()
    await page.goto('/')
    expect(await violationsAtEachWidth(page)).toEqual([])
    await told.getByRole('link', { name: 'Toner' }).click()
    await page.waitForURL(`**/cards/${id}`)
    stripe.fate = () => 'well'
    await press(page, 'Try Stripe again')
    await page.getByText('Stripe is asked again.').waitFor()
    await pass(1)
    await page.getByText('Stripe does not know what is set here').waitFor({ state: 'detached' })
    expect(stripe.cardsOf(id)).toMatchObject([{ status: 'inactive' }])
    await page.goto('/')
    await page.getByRole('heading', { name: 'Last declines' }).waitFor()
    await told.waitFor({ state: 'detached' })
  })
})
