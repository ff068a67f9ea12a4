import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/client'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Transaction } from '../../clients/typescript/src/client.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { type AskingShop, SHOP } from '../../test/dashboard/decisions/bank-asks-shop.ts'
import { joinWithPasskey } from '../../test/dashboard/join-with-passkey.ts'
import { call, connect, endpoint, type Said, type SomeAgent, someAgent } from '../../test/mcp/agent-rig.ts'
import { eventually } from '../../test/support/eventually.ts'
import type { LithicMock } from '../../test/support/issuers/lithic.ts'
import type { BenchNode } from '../support/stack.ts'

export interface ChallengedCheckoutSetup {
  readonly node: BenchNode
  readonly database: Database
  readonly browser: Browser
  readonly lithic: LithicMock
  readonly shop: AskingShop
}

interface Step {
  readonly step: string
  /** How many seconds the purchase's step took. */
  readonly seconds: number
  /** How many seconds after the agent's begin the purchase's step ended. */
  readonly since: number
}

/** The most milliseconds that a step of the played purchase may take: longer than any bank waits. */
const PATIENCE_MS = 600_000
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const LONGEST_WAIT_SECONDS = 50
let count = 0

/** Plays one purchase: an agent with a card, its browser at the shop, and a person with a phone. Each step is timed. */
export class ChallengedCheckout {
  readonly steps: Step[] = []
  /** The first step of the purchase that did not end as it should. Undefined: every step did. */
  problem: string | undefined
  readonly #parts: ChallengedCheckoutSetup
  readonly #agent: SomeAgent
  readonly #client: Client
  readonly #phone: Page
  readonly #browser: Page
  #began = performance.now()
  #last = performance.now()
  #intentId = ''
  #approvalUrl = ''

  private constructor(
    setup: ChallengedCheckoutSetup,
    actors: { agent: SomeAgent; client: Client; phone: Page; browser: Page },
  ) {
    this.#parts = setup
    this.#agent = actors.agent
    this.#client = actors.client
    this.#phone = actors.phone
    this.#browser = actors.browser
  }

  static async open(setup: ChallengedCheckoutSetup): Promise<ChallengedCheckout> {
    const { node, database, lithic, shop } = setup
    const agent = await someAgent(node, { requireIntent: true, requireApproval: true })
    await eventually('the card is made', () => lithic.cardsOf(agent.cardId).length === 1, PATIENCE_MS)
    const namedUrl = new URL(node.baseUrl).origin.replace('127.0.0.1', 'localhost')
    const browse = async (_role: null, options: BrowserContextOptions) => {
      const page = await newPage(setup, { ...PHONE, ...options })
      return { page, context: page.context(), personId: null, complaints: [] }
    }
    const rig = { service: { ...node, database }, namedUrl, browse }
    const { page: phone } = await joinWithPasskey(rig, 'approver', `phone-${(count += 1)}@example.com`)
    const client = await connect(endpoint(node), agent.apiKey)
    return new ChallengedCheckout(setup, {
      agent,
      client,
      phone,
      browser: await newPage(setup, { baseURL: shop.origin }),
    })
  }

  async declare(amount: number): Promise<void> {
    this.#last = this.#began = performance.now()
    const errand = { reference: this.#agent.cardId, purpose: 'A book', amount, merchant: SHOP.name }
    const { said } = await call(this.#client, 'declare_intent', errand)
    this.#intentId = String(said['intentId'])
    this.#approvalUrl = String(said['approvalUrl'])
    this.#done('the agent has declared the purchase')
  }

  async approveIntent(): Promise<void> {
    const waits = this.#intent(LONGEST_WAIT_SECONDS)
    await this.#approve(/^Approve up to/, 'the phone shows what is to be approved')
    this.#expect('the agent heard of the approval', (await waits)['status'] === 'pending')
    this.#done('the agent knows it')
  }

  async pay(): Promise<void> {
    const { lithic } = this.#parts
    await this.#browser.goto('/')
    await this.#browser.getByLabel('Card number').fill(lithic.cardsOf(this.#agent.cardId)[0]?.['pan'] as string)
    await this.#browser.getByRole('button', { name: 'Pay' }).click()
    await this.#browser.getByText('Confirm the payment with your bank.').waitFor()
    this.#done('the number is entered, and the bank asks')
  }

  /** Waits until the agent's tool answers that its challenge has this status. */
  async agentHears(status: string): Promise<void> {
    for (;;) {
      const said = await this.#intent(status === 'pending' ? 0 : LONGEST_WAIT_SECONDS)
      const challenge = said['challenge'] as { status: string; approvalUrl?: string } | undefined
      this.#approvalUrl = challenge?.approvalUrl ?? this.#approvalUrl
      if (challenge?.status === status) return this.#done(`the agent is told that the challenge is ${status}`)
    }
  }

  approveChallenge(): Promise<void> {
    return this.#approve('Approve', 'the phone shows what the bank asks, and how long is left')
  }

  async bankHas(answer: string): Promise<void> {
    const { lithic, shop } = this.#parts
    const given = () => lithic.threeDs.responses.filter(({ token }) => token === shop.token())
    await eventually('the bank is answered', () => given().length > 0, PATIENCE_MS)
    const [first] = given()
    const isGood = given().length === 1 && first?.answer === answer && first.taken
    this.#expect(`the bank is answered ${answer} once, in time`, isGood)
    this.#done(`the bank has the answer ${answer}`)
  }

  async shopSays(text: string): Promise<void> {
    await this.#browser.getByText(text).waitFor()
    this.#done(`the shop says: ${text}`)
  }

  async captured(amount: number): Promise<void> {
    await this.#parts.lithic.sendAll()
    await eventually('it is captured', async () => (await this.#bought())[0]?.status === 'settled', PATIENCE_MS)
    const [bought] = await this.#bought()
    this.#expect('it is captured and authenticated', bought?.settledAmount === amount && bought.authenticated === true)
    this.#done('the money is captured')
  }

  async nothingBought(): Promise<void> {
    await delay(1000) // a purchase that came too late would be here by now
    this.#expect('nothing is bought', (await this.#bought()).length === 0)
  }

  async close(): Promise<void> {
    await this.#client.close()
    for (const page of [this.#phone, this.#browser]) await page.context().close()
  }

  async #approve(button: string | RegExp, shows: string): Promise<void> {
    await this.#phone.goto(new URL(this.#approvalUrl).pathname)
    await this.#phone.getByRole('button', { name: button }).waitFor()
    this.#done(shows)
    await this.#phone.getByRole('button', { name: button }).click()
    await this.#phone.getByText('Approved by you').waitFor()
    this.#done('it is approved with a passkey')
  }

  async #intent(waitSeconds: number): Promise<Said['said']> {
    return (await call(this.#client, 'get_intent', { intentId: this.#intentId, waitSeconds })).said
  }

  async #bought(): Promise<Transaction[]> {
    return (await this.#parts.node.purser.transactions.list({ cardId: this.#agent.cardId })).data
  }

  #done(step: string): void {
    const now = performance.now()
    this.steps.push({ step, seconds: rounded(now - this.#last), since: rounded(now - this.#began) })
    this.#last = now
  }

  #expect(what: string, isSo: boolean): void {
    if (!isSo) this.problem ??= what
  }
}

async function newPage({ browser }: ChallengedCheckoutSetup, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  return context.newPage()
}

const rounded = (ms: number): number => Math.round(ms / 10) / 100
