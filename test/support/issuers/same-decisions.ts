import type { Purser } from '../../../clients/typescript/src/client.ts'
import type { Merchant } from '../../../src/domain/entities.ts'
import { randomCase } from '../../model/cases.ts'
import { type Random, seededRandom } from '../../model/random.ts'

export interface ComparedPurchase {
  readonly amount: number
  /** The merchant as Purser describes it. */
  readonly merchant: Merchant
}

/** An issuer that asks Purser about purchases. */
export interface IssuerAskingPurser {
  /** Lets the issuer ask Purser about a purchase. Resolves to the answer that the issuer got. */
  ask(cardId: string, spend: ComparedPurchase): Promise<string>
  /** The answer that the issuer should get for a decision with this first reason. Null: the purchase is approved. */
  toldOf(reason: string | null): string
}

/** The decisions about the same purchase: evaluated, over the network API, and asked by the issuer. */
export interface DecisionsOfPurchase {
  readonly spend: ComparedPurchase
  readonly policy: object
  readonly evaluated: string
  readonly byNetwork: string
  readonly byIssuer: string
  readonly answered: string
  readonly expected: string
}

const SPENDS_OF_A_CARD = 4

/**
 * Makes random policies and purchases, and decides each purchase in every way. One card is evaluated, and then its issuer asks about it. A
 * second, equal card is used over the network API. Resolves to the decisions.
 */
export async function decidePurchasesInEveryWay(
  { purser, customerId }: { purser: Purser; customerId: string },
  issuer: IssuerAskingPurser,
  { spends, seed }: { spends: number; seed: number },
): Promise<DecisionsOfPurchase[]> {
  const random = seededRandom(seed)
  const decided: DecisionsOfPurchase[] = []
  while (decided.length < spends) {
    const { policy, limits } = randomRules(random)
    const [card, twin] = [
      await purser.cards.create({ customerId, policy, limits }),
      await purser.cards.create({ customerId, policy, limits }),
    ]
    for (let n = 0; n < SPENDS_OF_A_CARD; n += 1) {
      const spend = randomSpend(random)
      const evaluated = said(await purser.spend.evaluate({ cardId: card.id, ...spend }))
      const answered = await issuer.ask(card.id, spend)
      const [transaction] = (await purser.transactions.list({ cardId: card.id, limit: 1 })).data
      const byNetwork = await purser.network.authorize({ cardId: twin.id, ...spend })
      const asked = transaction === undefined ? 'nothing' : said(transaction)
      const expected = issuer.toldOf(byNetwork.reasons[0]?.code ?? null)
      decided.push({ spend, policy, evaluated, byNetwork: said(byNetwork), byIssuer: asked, answered, expected })
    }
  }
  return decided
}

/** The purchases that were decided differently when evaluated, over the network API, or when the issuer asked. */
export const differingDecisions = (pairs: readonly DecisionsOfPurchase[]): DecisionsOfPurchase[] =>
  pairs.filter(
    ({ evaluated, byNetwork, byIssuer, answered, expected }) =>
      evaluated !== byNetwork || byIssuer !== byNetwork || answered !== expected,
  )

const said = ({ decision, reasons }: { decision: string; reasons: readonly { code: string }[] }): string =>
  [decision, ...reasons.map(({ code }) => code)].join(' ')

/** Random rules. None of them expires a card: a sweep closes expired cards at any time, also between two requests. */
function randomRules(random: Random) {
  for (;;) {
    const { card } = randomCase(random)
    if (card === null || card.policy.ttlMinutes !== undefined) continue
    if (Object.keys(card.policy).length > 0) return card
  }
}

function randomSpend(random: Random): ComparedPurchase {
  const { amount, merchant } = randomCase(random).request
  const { name, mcc, country, networkId } = merchant
  const city = random.maybe(0.5, () => 'Berlin')
  const all = { name, mcc, city, country, networkId }
  const sent = Object.entries(all).filter(([, value]) => value !== undefined)
  return { amount: Math.max(1, amount), merchant: Object.fromEntries(sent) as Merchant }
}
