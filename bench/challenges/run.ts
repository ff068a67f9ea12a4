import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { assertPresent } from '../../src/lib/assert.ts'
import { findBrowser } from '../../test/support/browser.ts'
import { LithicApi } from '../../test/support/issuers/lithic-api.ts'
import { lithicSigningSecret } from '../../test/support/issuers/lithic-wire.ts'
import { LithicMock } from '../../test/support/issuers/lithic.ts'
import { openAskingShop } from '../../test/dashboard/decisions/bank-asks-shop.ts'
import { openBenchStack } from '../support/stack.ts'
import { ChallengedCheckout } from './checkout.ts'

/**
 * Plays purchases at a shop that asks the bank of a card before it charges it, in real time and in a Chromium, and prints the seconds at each
 * step: `npm run bench:challenges`. A person approves on a phone with a passkey; in the last purchase nobody is there. The exit code is 1 if a
 * purchase does not end as it should.
 */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '120' } } })
const PRICE = 4200
const DEARER = 4800
const [asaSecret, eventSecret, threeDsSecret] = [
  lithicSigningSecret('a'),
  lithicSigningSecret('e'),
  lithicSigningSecret('t'),
]

execFileSync(process.execPath, ['dashboard/build.ts'])
const stack = await openBenchStack()
let origin = ''
const lithic = new LithicMock({ origin: () => origin, asaSecret, eventSecret, threeDsSecret, nowMs: () => Date.now() })
await lithic.up()
let price = PRICE
const shop = await openAskingShop({ lithic, price: () => price, seconds: Number(values.seconds) })
const browser = await chromium.launch({
  executablePath: assertPresent(findBrowser(), 'a Chromium is installed'),
  args: ['--no-sandbox'],
})
try {
  const node = await stack.startNode({
    PURSER_ISSUER: 'lithic',
    PURSER_LITHIC_ASA_SECRET: asaSecret,
    PURSER_LITHIC_EVENT_SECRET: eventSecret,
    PURSER_LITHIC_THREE_DS_SECRET: threeDsSecret,
    PURSER_LITHIC_KEY: LithicApi.key,
    PURSER_LITHIC_URL: lithic.url,
  })
  origin = new URL(node.baseUrl).origin
  await stack.database.pool.query('update accounts set approval_passkey_above = 1000')
  const setup = { node, database: stack.database, browser, lithic, shop }
  const stories: readonly (readonly [
    title: string,
    cents: number,
    play: (checkout: ChallengedCheckout) => Promise<void>,
  ])[] = [
    ['The intent answers', PRICE, answeredByIntent],
    ['A person answers: the shop asks for more than was declared', DEARER, answeredByPerson],
    ['Nobody is there', DEARER, answeredByNobody],
  ]
  for (const [title, cents, play] of stories) {
    price = cents
    const checkout = await ChallengedCheckout.open(setup)
    await play(checkout)
    console.log(title)
    console.table(checkout.steps)
    if (checkout.problem !== undefined) {
      process.exitCode = 1
      console.log(`WRONG: ${checkout.problem}`)
    }
    await checkout.close()
  }
} finally {
  await browser.close()
  shop.close()
  await lithic.down()
  await stack.close()
}

async function answeredByIntent(checkout: ChallengedCheckout): Promise<void> {
  await checkout.declare(PRICE)
  await checkout.approveIntent()
  await checkout.pay()
  await checkout.bankHas('APPROVE')
  await checkout.shopSays('Order 4711')
  await checkout.captured(PRICE)
}

async function answeredByPerson(checkout: ChallengedCheckout): Promise<void> {
  await checkout.declare(PRICE)
  await checkout.approveIntent()
  await checkout.pay()
  await checkout.agentHears('pending')
  await checkout.approveChallenge()
  await checkout.agentHears('approved')
  await checkout.bankHas('APPROVE')
  await checkout.shopSays('Order 4711')
  await checkout.captured(DEARER)
}

async function answeredByNobody(checkout: ChallengedCheckout): Promise<void> {
  await checkout.declare(PRICE)
  await checkout.approveIntent()
  await checkout.pay()
  await checkout.agentHears('pending')
  await checkout.bankHas('DECLINE_BY_CUSTOMER')
  await checkout.agentHears('expired')
  await checkout.shopSays('Your bank did not confirm the payment.')
  await checkout.nothingBought()
}
