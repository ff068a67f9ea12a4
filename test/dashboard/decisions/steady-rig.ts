import type { Page } from 'playwright-core'
import { assertPresent } from '../../../src/lib/assert.ts'
import { startDashboard, type Visit } from '../dashboard-rig.ts'

/** A company whose purchases all wait for a person, and an inbox in front of that person. */
export async function startInbox() {
  const rig = await startDashboard()
  const { purser } = rig.service
  const customer = await purser.customers.create({ type: 'business', name: { business: 'Example Works' } })
  const policy = { requireApproval: true }
  // An agent may have so many purchases that wait, and no more.
  const cards = await Promise.all(
    ['Travel', 'Office', 'Lab'].map(async (name) => {
      const agent = await purser.agents.create({ customerId: customer.id, externalId: name, name, policy })
      return purser.cards.create({ customerId: customer.id, agentId: agent.id, label: name })
    }),
  )
  let count = 0

  /** Another purchase waits. Answers the ids of the approval and of the intent, and how it was declared. */
  const ask = async (expectedMerchant: string, expectedAmount: number) => {
    count += 1
    const { id: cardId } = assertPresent(cards[count % cards.length], 'there are cards')
    const order = { intentId: `order ${count}`, purpose: 'A room', expectedMerchant, expectedAmount }
    const { id } = await purser.intents.declare(cardId, order)
    return { id: id.replace('int_', 'apr_'), intentId: id, cardId, order }
  }
  type Asked = Awaited<ReturnType<typeof ask>>
  /** The same, until the page has been told. */
  const askMeanwhile = async (page: Page, merchant: string, amount: number) => {
    let id = ''
    const told = page.waitForResponse(
      async (reply) => /\/v1\/approvals\?/.test(reply.url()) && id !== '' && (await reply.text()).includes(id),
    )
    const asked = await ask(merchant, amount)
    id = asked.id
    await told
    return asked
  }
  /** Its agent corrects what it asks for, until the page has been told. */
  const correctMeanwhile = async (page: Page, { cardId, order }: Asked, purpose: string) => {
    const told = page.waitForResponse(
      async (reply) => reply.url().includes('/v1/approvals') && (await reply.text()).includes(purpose),
    )
    await purser.intents.declare(cardId, { ...order, purpose })
    await told
  }
  /** Somebody else decides, in another browser, until the page has been told. */
  const decideMeanwhile = async (page: Page, by: Visit, { id, intentId }: { id: string; intentId: string }) => {
    const told = page.waitForResponse(
      async (reply) => reply.url().includes('/v1/approvals') && (await reply.text()).includes('"rejected"'),
    )
    const { subjectHash: shown } = (await (await by.context.request.get(`/v1/approvals/${id}`)).json()) as {
      subjectHash?: string
    }
    const data = { reason: 'We have one.', ...(shown !== undefined && { shown }) }
    const headers = { origin: rig.url }
    const reply = await by.context.request.post(`/v1/intents/${intentId}/reject`, { data, headers })
    if (!reply.ok()) throw new Error(await reply.text())
    await told
  }
  const empty = async () => {
    for await (const { intentId } of purser.approvals.list({ status: 'pending' })) await purser.intents.cancel(intentId)
  }
  const statusOf = async ({ intentId }: { intentId: string }) => (await purser.intents.get(intentId)).status
  return { rig, purser, ask, askMeanwhile, correctMeanwhile, decideMeanwhile, empty, statusOf }
}

export type InboxRig = Awaited<ReturnType<typeof startInbox>>

export const centreOf = async (page: Page, name: RegExp | string) => {
  const { x, y, width, height } = assertPresent(
    await page.getByRole('button', { name }).boundingBox(),
    'the button is shown',
  )
  return [x + width / 2, y + height / 2] as const
}
