import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

/** Beside what its box of budgets asks. */
const MOST_TO_LOAD = 9
const EVENTS_A_SECOND = 25
const WATCHED_MS = 20_000

describeInBrowser('what the overview costs', () => {
  let rig: DashboardRig
  let cardId: string
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const customer = await purser.customers.create({ email: 'a@example.com', limits: { perMonth: 9_000_000 } })
    const agent = await purser.agents.create({ customerId: customer.id, externalId: 'buyer', name: 'Buyer' })
    cardId = (await purser.cards.create({ customerId: customer.id, agentId: agent.id })).id
    await purser.network.authorize({ cardId, amount: 100 })
  })
  afterAll(() => rig.stop())

  it(`asks at most ${MOST_TO_LOAD} times to load, and twice a second while ${EVENTS_A_SECOND} events a second come`, async () => {
    const { page } = await rig.browse('viewer')
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/v1/') && pathname !== '/v1/events/stream') asked.push(pathname + search)
    })
    await page.goto('/')
    await page.locator('[data-plot]').waitFor()
    await page.getByText('Live', { exact: true }).first().waitFor()
    await page.waitForLoadState('load')
    await page.waitForTimeout(2_000)
    const own = asked.filter((path) => !/\/budgets?|limit=6$/.test(path))
    expect(own.length, own.join('\n')).toBeLessThanOrEqual(MOST_TO_LOAD)

    asked.length = 0
    const until = Date.now() + WATCHED_MS
    let events = 0
    while (Date.now() < until) {
      const second = Date.now() + 1000
      await Promise.all(
        Array.from({ length: EVENTS_A_SECOND }, () =>
          rig.service.purser.network.authorize({ cardId, amount: 100, merchant: { name: 'Ink Shop' } }),
        ),
      )
      events += EVENTS_A_SECOND
      await page.waitForTimeout(Math.max(0, second - Date.now()))
    }
    expect(events).toBeGreaterThan((EVENTS_A_SECOND * WATCHED_MS) / 2000)
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual((2 * WATCHED_MS) / 1000)
    expect(asked.length).toBeGreaterThan(3)
  })
})
