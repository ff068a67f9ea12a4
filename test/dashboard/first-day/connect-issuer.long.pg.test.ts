import { afterAll, beforeAll, expect, it } from 'vitest'
import { signStripeMessage } from '../../support/issuers/stripe.ts'
import { violationsAtEachWidth } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

const asking = `whsec_${'a'.repeat(32)}`

describeInBrowser('the page that connects an issuer', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard({
      PURSER_STRIPE_AUTHORIZATION_SECRET: asking,
      PURSER_STRIPE_EVENT_SECRET: `whsec_${'e'.repeat(32)}`,
    })
  })
  afterAll(() => rig.stop())

  it('tells what is set and what to enter at the issuer, and sees its first request', async () => {
    const { page, complaints } = await rig.browse('admin')
    await page.goto('/connect/issuer')
    const stripe = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Stripe', exact: true }) })
    const lithic = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Lithic', exact: true }) })
    await stripe.getByText('waits for its first request').waitFor()
    await lithic.getByText('not connected').waitFor()
    await stripe.getByText(`${rig.url}/issuers/stripe/authorizations`).waitFor()
    await lithic.getByText(`${rig.url}/issuers/lithic/events`).waitFor()
    const row = (name: string) => stripe.getByRole('listitem').filter({ hasText: name })
    await row('PURSER_STRIPE_EVENT_SECRET').getByText('set', { exact: true }).waitFor()
    await row('PURSER_STRIPE_KEY').getByText('not set', { exact: true }).waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])

    const body = JSON.stringify({ type: 'issuing_authorization.request' })
    const now = Date.parse((await rig.service.purser.testClock.get()).now)
    await fetch(`${rig.url}/issuers/stripe/authorizations`, {
      method: 'POST',
      headers: { 'stripe-signature': signStripeMessage(body, asking, now) },
      body,
    })
    await stripe.getByText('connected, without its key').waitFor()
    await stripe.getByText('Last request:').waitFor()
    // A busy node answers 503, and the client asks again.
    expect(complaints.filter((text) => !text.includes('503'))).toEqual([])
  })

  it('tells a viewer nothing of it', async () => {
    const { page } = await rig.browse('viewer')
    await page.goto('/connect/issuer')
    await page.getByText('Issuers are connected by admins.').waitFor()
  })
})

describeInBrowser('an issuer that is connected without the secret for challenges', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard({
      PURSER_LITHIC_ASA_SECRET: asking,
      PURSER_LITHIC_EVENT_SECRET: `whsec_${'e'.repeat(32)}`,
    })
  })
  afterAll(() => rig.stop())

  it('is connected, and says where its challenges go', async () => {
    const { page } = await rig.browse('admin')
    await page.goto('/connect/issuer')
    const lithic = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Lithic', exact: true }) })
    await lithic.getByText('waits for its first request').waitFor()
    await lithic.getByText(`${rig.url}/issuers/lithic/challenges`).waitFor()
    await lithic.getByText('Only for challenges: the secret of 3DS decisioning').waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
  })
})
