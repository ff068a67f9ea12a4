import type { Card, Transaction } from '../../clients/typescript/src/client.ts'
import { type IssuerJsonObject, textOrEmpty } from '../../src/issuers/read.ts'
import type { SandboxCheckPurser } from './checked-purser.ts'
import type { LithicAccount } from './lithic-account.ts'
import { waitForTransaction } from './counted.ts'
import { assertSame, repeatSandboxReadUntil } from './steps.ts'

export const LITHIC_LIMIT_PER_PURCHASE = 5000
export const LITHIC_LIMIT_PER_DAY = 3000

const SHOP = { descriptor: 'SANDBOX BOOKS', mcc: '5942', merchant_acceptor_country: 'USA' }

/** A card that both Purser and Lithic know, and purchases with it. */
export class LithicCard {
  readonly #account: LithicAccount
  readonly #purser: SandboxCheckPurser['client']
  #here: Card | null = null
  #there: IssuerJsonObject = {}

  constructor(account: LithicAccount, { client }: SandboxCheckPurser) {
    this.#account = account
    this.#purser = client
  }

  get id(): string {
    return this.#here?.id ?? ''
  }

  get last4(): string {
    return textOrEmpty(this.#there['last_four'])
  }

  /** The path of the card in Lithic's API. */
  get path(): string {
    return `/v1/cards/${textOrEmpty(this.#there['token'])}`
  }

  async make(): Promise<IssuerJsonObject> {
    const { id: customerId } = await this.#purser.customers.create({ name: { business: 'Purser Sandbox' } })
    const policy = { limits: { perAuth: LITHIC_LIMIT_PER_PURCHASE, perDay: LITHIC_LIMIT_PER_DAY } }
    this.#here = await this.#purser.cards.create({ customerId, issuer: 'lithic', policy })
    const { issuer } = await repeatSandboxReadUntil(
      () => this.#purser.cards.get(this.id),
      (card) => card.issuer?.state !== 'pending' && card.issuer?.pendingCalls === 0,
    )
    assertSame('what Lithic said of it', issuer?.lastError ?? null, null)
    const { data } = await this.#account.ask('GET', `/v1/cards?memo=${this.id}`)
    const [listed] = data as IssuerJsonObject[]
    if (listed === undefined) throw new Error('it is in no list of Lithic')
    this.#there = listed
    this.#there = await this.#account.ask('GET', this.path)
    return this.#there
  }

  /** Waits until the card has this state at Lithic. */
  async is(state: string): Promise<void> {
    await repeatSandboxReadUntil(
      async () => (await this.#account.ask('GET', this.path))['state'],
      (actual) => actual === state,
    )
  }

  async turn(state: string): Promise<void> {
    await this.#account.ask('PATCH', this.path, { state })
  }

  /** Makes a purchase. Resolves to Lithic's id of the purchase, its result, and its duration. */
  async ask(amount: number, status = 'AUTHORIZATION') {
    const startedAt = performance.now()
    const { token } = await this.simulate('authorize', { ...SHOP, pan: this.#there['pan'], amount, status })
    const ms = Math.round(performance.now() - startedAt)
    const made = await this.#account.ask('GET', `/v1/transactions/${textOrEmpty(token)}`)
    return { token: textOrEmpty(token), made, ms }
  }

  async giveBack(amount: number): Promise<string> {
    const { descriptor } = SHOP
    return textOrEmpty((await this.simulate('return', { descriptor, pan: this.#there['pan'], amount }))['token'])
  }

  simulate(what: string, body: object): Promise<IssuerJsonObject> {
    return this.#account.ask('POST', `/v1/simulate/${what}`, body)
  }

  /** Waits until Purser's transaction of this authorization has these fields. Null: any transaction without an authorization. */
  async counts(reference: string | null, expected: Partial<Transaction>): Promise<void> {
    await waitForTransaction(this.#purser, { cardId: this.id, reference }, expected)
  }

  /** Closes the card at the end. */
  async leave(): Promise<void> {
    if (this.last4 !== '') await this.turn('CLOSED')
  }
}
