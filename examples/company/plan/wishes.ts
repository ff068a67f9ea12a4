import { MINUTE_MS } from '../../../src/lib/clock.ts'
import { merchantOf } from '../departments/merchants.ts'
import type { Wish } from '../departments/wishes.ts'
import { type Act, known } from './act.ts'
import type { CardHolder } from './habits.ts'
import { written } from './purchase.ts'
import { minutes, type Story } from './story.ts'

/** The acts of a wish: a purchase is declined, the agent requests a change, and, if somebody decides, the decision some minutes later. */
export function wished(
  story: Story,
  { department, agent, approver }: CardHolder & { approver: string },
  wish: Wish,
): Act[] {
  const { card, minutesAgo, buys, cents, wanted, why, decided } = wish
  const random = story.random(`wish ${card}`)
  const merchant = written(merchantOf(buys), random)
  const triedAt = story.until - minutesAgo * MINUTE_MS - random.whole(0, MINUTE_MS - 1)
  const askedAt = triedAt + minutes(random, 0.2, 0.8)
  const act = (at: number, run: Act['run']): Act => ({ at, department, run })
  let transactionId = ''
  let requestId = ''

  const tried = act(triedAt, async ({ admin, cards }) => {
    const answer = await admin.network.authorize({ cardId: known(cards, card), amount: cents, merchant })
    transactionId = answer.transactionId
  })
  const asked = act(askedAt, async ({ keys, cards }) => {
    const body = { cardId: known(cards, card), wanted, why, transactionId }
    requestId = (await known(keys, agent).changeRequests.create(body)).id
  })
  if (decided === undefined) return [tried, asked]
  const { as, note } = decided
  const decision = act(askedAt + minutes(random, 6, 19), ({ keys }) =>
    known(keys, approver).changeRequests[as](requestId, { note }),
  )
  return [tried, asked, decision]
}
