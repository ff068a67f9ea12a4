import type { Card } from '../../src/contract/resources/cards.ts'
import { moneyText } from '../../src/cli/terminal/money.ts'
import type { DemoStage } from './story.ts'

/** The demo's customer in another currency, and its purchases. All amounts are in minor units of its currency: cents for EUR, whole yen for JPY. */
interface Office {
  readonly name: string
  readonly currency: string
  readonly perAuth: number
  readonly fits: number
  readonly isTooMuch: number
}

const BERLIN: Office = { name: 'Berlin', currency: 'EUR', perAuth: 100_00, fits: 42_50, isTooMuch: 120_00 }
const OSAKA: Office = { name: 'Osaka', currency: 'JPY', perAuth: 10_000, fits: 6_800, isTooMuch: 12_000 }
const SHOP = { name: 'Stationery', mcc: '5943' }

/** Customers in other currencies: each has its own limits, and no amount is converted. */
export async function buyInOtherCurrencies(stage: DemoStage): Promise<void> {
  stage.narrator.chapter('Customers in euros and in yen')
  const euros = await open(stage, BERLIN)
  await open(stage, OSAKA)
  await expectDecline(stage, euros, { amount: 5_00, currency: 'USD', code: 'currency_not_supported' })
}

/** Makes a customer with a card, which buys within its limit, and once more than its limit permits. */
async function open(stage: DemoStage, { name, currency, perAuth, fits, isTooMuch }: Office): Promise<Card> {
  const { purser, narrator } = stage
  const customer = await purser.customers.create({ name: { business: `Office ${name}` }, currency })
  const card = await purser.cards.create({ customerId: customer.id, policy: { limits: { perAuth } } })
  narrator.say(
    'customer',
    `Office ${name}, in ${customer.currency}, at most ${moneyText(perAuth, currency)} a purchase`,
  )
  const answer = await purser.network.authorize({ cardId: card.id, amount: fits, merchant: SHOP })
  const isInIt = answer.transaction.currency === currency
  narrator.check(
    answer.decision === 'approve' && isInIt,
    `${answer.decision.padEnd(8)} ${moneyText(fits, currency)} at Stationery`,
  )
  await expectDecline(stage, card, { amount: isTooMuch, currency, code: 'per_auth_exceeded' })
  return card
}

async function expectDecline(
  { purser, narrator }: DemoStage,
  { id: cardId }: Card,
  { code, ...purchase }: { amount: number; currency: string; code: string },
): Promise<void> {
  const { decision, reasons } = await purser.network.authorize({ cardId, ...purchase, merchant: SHOP })
  const codes = reasons.map((reason) => reason.code).join()
  narrator.check(
    decision === 'decline' && codes === code,
    `${decision.padEnd(8)} ${moneyText(purchase.amount, purchase.currency)} at Stationery ${codes}`,
  )
  for (const { message } of reasons) narrator.detail(`${' '.repeat('decline  '.length)}${message}`)
}
