import { MINUTE_MS } from '../../../src/lib/clock.ts'
import { demoMerchantOf } from '../departments/merchants.ts'
import type { DemoChangeRequest } from '../departments/wishes.ts'
import { type DemoAct, demoObjectNamed } from './act.ts'
import type { CardHolder } from './habits.ts'
import { merchantOnStatement } from './purchase.ts'
import { randomMinutes, type DemoTimes } from './story.ts'

/** The acts of a change request: a declined purchase, the agent's request, and, if somebody decides, the decision some minutes later. */
export function demoChangeRequestActs(
  story: DemoTimes,
  { department, agent, approver }: CardHolder & { approver: string },
  wish: DemoChangeRequest,
): DemoAct[] {
  const { card, minutesAgo, buys, cents, wanted, why, decided } = wish
  const random = story.random(`wish ${card}`)
  const merchant = merchantOnStatement(demoMerchantOf(buys), random)
  const triedAt = story.until - minutesAgo * MINUTE_MS - random.whole(0, MINUTE_MS - 1)
  const askedAt = triedAt + randomMinutes(random, 0.2, 0.8)
  const act = (at: number, run: DemoAct['run']): DemoAct => ({ at, department, run })
  let transactionId = ''
  let requestId = ''

  const tried = act(triedAt, async ({ admin, cards }) => {
    const answer = await admin.network.authorize({ cardId: demoObjectNamed(cards, card), amount: cents, merchant })
    transactionId = answer.transactionId
  })
  const asked = act(askedAt, async ({ keys, cards }) => {
    const body = { cardId: demoObjectNamed(cards, card), wanted, why, transactionId }
    requestId = (await demoObjectNamed(keys, agent).changeRequests.create(body)).id
  })
  if (decided === undefined) return [tried, asked]
  const { as, note } = decided
  const decision = act(askedAt + randomMinutes(random, 6, 19), ({ keys }) =>
    demoObjectNamed(keys, approver).changeRequests[as](requestId, { note }),
  )
  return [tried, asked, decision]
}
