import type { Agent } from '../../src/contract/resources/agents.ts'
import type { Card } from '../../src/contract/resources/cards.ts'
import type { RuleReasonCode } from '../../src/contract/reasons.ts'
import { Purser } from '../../clients/typescript/src/client.ts'
import { verifyWebhook, WebhookVerificationError } from '../../clients/typescript/src/webhooks.ts'
import { moneyText } from '../../src/cli/terminal/money.ts'
import { buyInOtherCurrencies } from './abroad.ts'
import { demonstrateApprovedPurchase } from './agreement.ts'
import type { StoryNarrator } from './narrator.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

export interface DemoStage {
  readonly baseUrl: string
  /** The API's client with the role `admin`. */
  readonly purser: Purser
  readonly receiver: WebhookReceiver
  readonly narrator: StoryNarrator
}

interface Purchase {
  readonly amount: number
  readonly merchant: { readonly name: string; readonly mcc: string }
}

const SOFTWARE = '5734'
const BOOKS = '5942'
const GAMBLING = '7995'
const WEBHOOK_TIMEOUT_MS = 5000
const INDENT = ' '.repeat('decline  '.length)

/** The demo: a card under a policy, what it may buy, what it may not, what a person agrees to, customers in other currencies, and the webhook that tells of it. */
export async function tellDemoStory(stage: DemoStage): Promise<void> {
  const webhook = await stage.purser.webhooks.create({ url: stage.receiver.url, events: ['*'] })
  const { agent, card } = await issueCard(stage)
  await askFirst(stage, agent, card)
  const transactionId = await buy(stage, card)
  await beDeclined(stage, card)
  await demonstrateApprovedPurchase(stage, agent)
  await buyInOtherCurrencies(stage)
  await receiveWebhook(stage, webhook.secret, transactionId)
}

async function issueCard({ purser, narrator }: DemoStage): Promise<{ agent: Agent; card: Card }> {
  narrator.chapter('A customer, an agent, and a card under a policy')
  const customer = await purser.customers.create({
    name: { first: 'Ada', last: 'Lovelace' },
    policy: { limits: { perAuth: 200_00, perMonth: 1_000_00 } },
  })
  narrator.say('customer', `${customer.id}  at most $200 a purchase and $1,000 a month`)
  const agent = await purser.agents.create({ customerId: customer.id, externalId: 'build-bot', name: 'Build bot' })
  narrator.say('agent', `${agent.id}  ${agent.name}`)
  const card = await purser.cards.create({
    customerId: customer.id,
    agentId: agent.id,
    policy: {
      limits: { perAuth: 50_00, perDay: 120_00 },
      allowedMccs: [SOFTWARE, BOOKS],
      allowedMerchants: ['GitHub', 'Amazon'],
    },
  })
  narrator.say('card', `${card.id}  ends in ${card.last4}`)
  narrator.say('', 'at most $50 a purchase and $120 a day, software and books, at GitHub and Amazon')
  narrator.check(card.status === 'active', 'The card is active.')
  return { agent, card }
}

async function askFirst({ purser, baseUrl, narrator }: DemoStage, agent: Agent, card: Card): Promise<void> {
  narrator.chapter('The agent asks before it spends')
  const key = await purser.apiKeys.create({ name: 'build-bot', role: 'agent', agentId: agent.id })
  const asAgent = new Purser({ baseUrl, apiKey: key.secret })
  const answer = await asAgent.spend.evaluate({ cardId: card.id, ...purchaseOf(42_00) })
  const left = answer.context.available ?? 0
  narrator.check(
    answer.decision === 'approve' && left === 50_00,
    `${moneyText(42_00)} at GitHub would be approved. Most that one purchase may cost now: ${moneyText(left)}.`,
  )
}

async function buy({ purser, narrator }: DemoStage, card: Card): Promise<string> {
  narrator.chapter('It buys')
  const purchase = purchaseOf(42_00, { name: 'GITHUB, INC.', mcc: SOFTWARE })
  const answer = await purser.network.authorize({ cardId: card.id, ...purchase })
  narrator.check(answer.decision === 'approve', `${answer.decision.padEnd(8)} ${describe(purchase)}`)
  narrator.detail(`${INDENT}${answer.transactionId}. "GITHUB, INC." is the policy's "GitHub".`)
  return answer.transactionId
}

async function beDeclined(stage: DemoStage, card: Card): Promise<void> {
  stage.narrator.chapter('What the card does not let it buy')
  await expectDecline(stage, card, purchaseOf(65_00), 'per_auth_exceeded')
  await expectDecline(stage, card, purchaseOf(20_00, { name: 'GitHub', mcc: GAMBLING }), 'mcc_not_allowed')
  await expectDecline(
    stage,
    card,
    purchaseOf(20_00, { name: 'Bargain Software', mcc: SOFTWARE }),
    'merchant_not_allowed',
  )
  const books = purchaseOf(48_00, { name: 'AMZN MKTP US*RT4KP', mcc: BOOKS })
  const second = await stage.purser.network.authorize({ cardId: card.id, ...books })
  stage.narrator.check(second.decision === 'approve', `${second.decision.padEnd(8)} ${describe(books)}`)
  stage.narrator.detail(`${INDENT}"AMZN MKTP US*RT4KP" is "Amazon". That makes ${moneyText(90_00)} today.`)
  await expectDecline(stage, card, purchaseOf(31_00), 'per_day_exceeded')
}

async function expectDecline(
  stage: DemoStage,
  card: Card,
  purchase: Purchase,
  expected: RuleReasonCode,
): Promise<void> {
  const answer = await stage.purser.network.authorize({ cardId: card.id, ...purchase })
  const codes = answer.reasons.map((reason) => reason.code)
  const asAnnounced = answer.decision === 'decline' && codes.join() === expected
  stage.narrator.check(asAnnounced, `${answer.decision.padEnd(8)} ${describe(purchase)} ${codes.join(', ')}`)
  for (const { message, remedy } of answer.reasons) {
    stage.narrator.detail(INDENT + message)
    stage.narrator.detail(INDENT + remedy)
  }
}

async function receiveWebhook({ receiver, narrator }: DemoStage, secret: string, transactionId: string): Promise<void> {
  narrator.chapter('The webhook')
  const { payload, signature } = await receiver.waitFor(transactionId, WEBHOOK_TIMEOUT_MS)
  const event = await verifyWebhook({ payload, header: signature, secret })
  narrator.check(event.type === 'transaction.created', `${event.type} ${event.id}: the signature is Purser's.`)
  narrator.detail(`Service-Signature: ${signature.slice(0, 40)}...`)
  const refusal = await refusalOf(payload.replace('4200', '9200'), signature, secret)
  narrator.check(refusal === 'signature_mismatch', `The same with another amount is refused: ${refusal}.`)
}

async function refusalOf(payload: string, header: string, secret: string): Promise<string> {
  try {
    await verifyWebhook({ payload, header, secret })
    return 'not refused'
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason
    throw error
  }
}

const purchaseOf = (amount: number, merchant = { name: 'GitHub', mcc: SOFTWARE }): Purchase => ({ amount, merchant })

const describe = ({ amount, merchant }: Purchase): string =>
  `${moneyText(amount)} at ${merchant.name} (${merchant.mcc})`.padEnd(42)
