import type { Agent } from '../../src/contract/resources/agents.ts'
import type { AuthorizationAnswer } from '../../src/contract/resources/transactions.ts'
import { Purser } from '../../clients/typescript/src/client.ts'
import { moneyText } from '../../src/cli/terminal/money.ts'
import type { StoryNarrator } from './narrator.ts'

interface Parties {
  readonly baseUrl: string
  /** The API's client with the role `admin`. */
  readonly purser: Purser
  readonly narrator: StoryNarrator
}

/** The two policy fields by which purchases without a matching intent are declined: without them, they would be approved and flagged. */
const asStrictAsItLooks = { onMissingIntent: 'decline', onIntentMismatch: 'decline' } as const
const DESK = { purpose: 'A desk', expectedAmount: 180_00, expectedMerchant: 'IKEA' }
const IKEA = { name: 'IKEA', mcc: '5712' }
/** `allowedOrigins` of the demo's card: the agent gets the card number for these sites only. */
const ITS_SHOP = ['https://www.ikea.com']

/** A purchase that a person approves: only this one, up to its ceiling, is approved afterwards. */
export async function demonstrateApprovedPurchase({ baseUrl, purser, narrator }: Parties, agent: Agent): Promise<void> {
  narrator.chapter('A purchase that a person agrees to')
  const { id: cardId, warnings } = await purser.cards.create({
    customerId: agent.customerId ?? '',
    agentId: agent.id,
    policy: {
      requireIntent: true,
      requireApproval: true,
      requireSeparateApprover: true,
      allowedOrigins: ITS_SHOP,
      ...asStrictAsItLooks,
    },
  })
  narrator.check(warnings.length === 0, 'A card that pays what was declared and approved, and nothing else.')
  const withKey = async (key: Parameters<typeof purser.apiKeys.create>[0]) =>
    new Purser({ baseUrl, apiKey: (await purser.apiKeys.create(key)).secret })
  const bot = await withKey({ name: 'build-bot', role: 'agent', agentId: agent.id })
  const grace = await withKey({ name: 'Grace', role: 'approver' })
  const charge = { cardId, amount: DESK.expectedAmount, merchant: IKEA }

  const intent = await bot.intents.declare(cardId, DESK)
  const most = moneyText(intent.ceiling ?? 0)
  narrator.check(intent.status === 'pending_approval', `The agent declares a desk. Most that it may cost: ${most}.`)
  tell(narrator, await purser.network.authorize(charge), 'before anybody has agreed', 'intent_missing')
  const { status } = await grace.intents.approve(intent.id)
  narrator.check(status === 'pending', 'Grace approves.')
  const paid = await purser.network.authorize(charge)
  tell(narrator, paid, `${moneyText(charge.amount)} at ${IKEA.name}`)
  const more = await purser.network.increment(paid.transactionId, { amount: 20_00 })
  tell(narrator, more, `${moneyText(20_00)} on top`, 'intent_mismatch')
}

/** Prints the answer of the network API, and whether it is the expected one. */
function tell(
  narrator: StoryNarrator,
  { decision, reasons }: AuthorizationAnswer,
  purchase: string,
  expected: AuthorizationAnswer['reasons'][number]['code'] | '' = '',
): void {
  const codes = reasons.map(({ code }) => code).join()
  narrator.check(codes === expected, `${decision.padEnd(8)} ${purchase.padEnd(42)} ${codes}`.trimEnd())
  for (const { message } of reasons) narrator.detail(`         ${message}`)
}
