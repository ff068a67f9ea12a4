import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, connect, endpoint, type SomeAgent, someAgent } from '../../mcp/agent-rig.ts'
import { LithicApi } from '../../support/issuers/lithic-api.ts'
import { LithicMock } from '../../support/issuers/lithic.ts'
import { lithicAsaSecret, lithicEventSecret, lithicThreeDsSecret } from '../../support/issuers/lithic-rig.ts'
import { type AskingShop, openAskingShop, SHOP } from './bank-asks-shop.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'
import { joinWithPasskey } from '../join-with-passkey.ts'

/** What docs/guides/europe.md shows. */
describeInBrowser('a shop that a bank asks about', () => {
  let rig: DashboardRig
  let shop: AskingShop
  let price = 4200
  const lithic: LithicMock = new LithicMock({
    origin: () => rig.url,
    asaSecret: lithicAsaSecret,
    eventSecret: lithicEventSecret,
    threeDsSecret: lithicThreeDsSecret,
    nowMs: () => rig.service.deps.clock.now(),
  })
  beforeAll(async () => {
    await lithic.up()
    rig = await startDashboard({
      PURSER_ISSUER: 'lithic',
      PURSER_LITHIC_ASA_SECRET: lithicAsaSecret,
      PURSER_LITHIC_EVENT_SECRET: lithicEventSecret,
      PURSER_LITHIC_THREE_DS_SECRET: lithicThreeDsSecret,
      PURSER_LITHIC_KEY: LithicApi.key,
      PURSER_LITHIC_URL: lithic.url,
    })
    shop = await openAskingShop({ lithic, price: () => price })
    await rig.service.database.pool.query('update accounts set approval_passkey_above = 1000')
  })
  afterAll(async () => {
    shop.close()
    await rig.stop()
    await lithic.down()
  })

  const pass = (seconds: number) => rig.service.purser.testClock.advance({ seconds })
  const scene = async () => {
    const agent = await someAgent(rig.service, { requireIntent: true, requireApproval: true })
    await pass(1)
    const client = await connect(endpoint(rig.service), agent.apiKey)
    const errand = { reference: agent.cardId, purpose: 'A book', amount: 4200, merchant: SHOP.name }
    const { said } = await call(client, 'declare_intent', errand)
    return { agent, client, intentId: String(said['intentId']), approvalUrl: String(said['approvalUrl']) }
  }
  /** The agent’s own browser at the checkout, with the number that a filler enters. */
  const pay = async ({ cardId }: SomeAgent) => {
    const { page } = await rig.browse(null, { baseURL: shop.origin })
    await page.goto('/')
    await page.getByLabel('Card number').fill(lithic.cardsOf(cardId)[0]?.['pan'] as string)
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.getByText('Confirm the payment with your bank.').waitFor()
    return page
  }
  const approve = async (approvalUrl: string, email: string) => {
    const { page } = await joinWithPasskey(rig, 'approver', email)
    await page.goto(new URL(approvalUrl).pathname)
    await page.getByRole('button', { name: /^Approve up to/ }).click()
    await page.getByText('Approved by you').waitFor()
  }

  it('is paid: declared, approved with a passkey, asked about, answered by the intent, captured', async () => {
    price = 4200
    const { agent, client, intentId, approvalUrl } = await scene()
    await approve(approvalUrl, 'grace@example.com')
    const checkout = await pay(agent)
    await pass(1)
    await checkout.getByText('Order 4711').waitFor()
    await lithic.sendAll()
    const { data } = await rig.service.purser.transactions.list({ cardId: agent.cardId })
    expect(data).toMatchObject([{ status: 'settled', settledAmount: 4200, intentId, authenticated: true }])
    const { data: challenges } = await rig.service.purser.challenges.list({ cardId: agent.cardId })
    expect(challenges).toMatchObject([{ status: 'approved', intentId }])
    expect(lithic.threeDs.responses.filter(({ token }) => token === shop.token())).toMatchObject([
      { answer: 'APPROVE' },
    ])
    const { said } = await call(client, 'get_intent', { intentId })
    expect(said).toMatchObject({ status: 'matched' })
    await client.close()
  })

  it('is paid where a person answers what was not declared, and the agent waits for them', async () => {
    price = 4800
    const { agent, client, intentId, approvalUrl } = await scene()
    await approve(approvalUrl, 'katherine@example.com')
    await rig.service.purser.cards.update(agent.cardId, { policy: { intentTolerancePercent: 20 } })
    await rig.service.purser.cards.update(agent.cardId, { policy: { requireIntent: false } })
    const checkout = await pay(agent)
    const { said } = await call(client, 'get_intent', { intentId })
    expect(said).toMatchObject({
      challenge: { status: 'pending', merchant: SHOP.name, amount: 4800, approvalUrl: expect.stringMatching(/chl_/) },
      next: { tool: 'get_intent', args: { intentId } },
    })
    const waits = call(client, 'get_intent', { intentId, waitSeconds: 50 })
    const { page } = await joinWithPasskey(rig, 'approver', 'dorothy@example.com')
    await page.goto(new URL((said['challenge'] as { approvalUrl: string }).approvalUrl).pathname)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approved by you').waitFor()
    expect((await waits).said).toMatchObject({ challenge: { status: 'approved' } })
    await pass(1)
    await checkout.getByText('Order 4711').waitFor()
    const { data } = await rig.service.purser.transactions.list({ cardId: agent.cardId })
    expect(data).toMatchObject([{ amount: 4800, authenticated: true }])
    await client.close()
  })

  it('is declined in time where nobody is there, and the agent is told', async () => {
    price = 9900
    const { agent, client, intentId, approvalUrl } = await scene()
    await approve(approvalUrl, 'annie@example.com')
    const checkout = await pay(agent)
    const waiting = await call(client, 'get_intent', { intentId })
    expect(waiting.said).toMatchObject({ challenge: { status: 'pending' } })
    await pass(116)
    await pass(1)
    await checkout.getByText('Your bank did not confirm the payment.').waitFor()
    const responses = lithic.threeDs.responses.filter(({ token }) => token === shop.token())
    expect(responses).toMatchObject([{ answer: 'DECLINE_BY_CUSTOMER', taken: true }])
    const { said } = await call(client, 'get_intent', { intentId })
    expect(said).toMatchObject({
      challenge: { status: 'expired' },
      next: { say: expect.stringContaining('did not confirm') },
    })
    expect((await rig.service.purser.transactions.list({ cardId: agent.cardId })).data).toEqual([])
    await client.close()
  })
})
