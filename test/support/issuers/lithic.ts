import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { testStandInDeadlineMs } from '../patient-deadlines.ts'
import type { IssuerApiAnswer } from './issuer-api.ts'
import { LithicApi, type LithicOptions } from './lithic-api.ts'
import { LithicThreeDs } from './lithic-three-ds.ts'
import { assertAsaAnswer, assertLithicEvent, lithicExample, type LithicJson, signLithicMessage } from './lithic-wire.ts'

/** How many milliseconds Lithic waits for an answer before it declines. */
const PATIENCE_MS = testStandInDeadlineMs(6000)

export interface LithicEvent {
  readonly id: string
  readonly body: LithicJson
}

interface Asking {
  readonly cardId: string
  readonly amount: number
  readonly status?: string
  readonly merchant?: LithicJson
  /** True: the card network answers by itself, as if Lithic were down. */
  readonly isAway?: boolean
  /** The result that Lithic gives the purchase, whatever Purser answers. */
  readonly overruledBy?: string
  /** The token of the authentication that came before the purchase. */
  readonly authenticatedBy?: string
}

/**
 * A stand-in for Lithic as far as Purser sees it: its API, and its requests and events. It asks about a purchase, waits six seconds, asks
 * once more if the answer is 5xx, follows the answer, and sends the whole transaction each time that it changes. All messages in both
 * directions follow Lithic's own description.
 */
export class LithicMock extends LithicApi {
  /** All events that Lithic has made, in order. */
  readonly events: LithicEvent[] = []
  /** The results that Purser has answered to Lithic, in order. */
  readonly results: string[] = []
  readonly threeDs: LithicThreeDs
  readonly #options: LithicOptions
  readonly #transactions = new Map<string, LithicJson>()
  #ticks = 0

  constructor(options: LithicOptions) {
    super()
    this.#options = options
    this.threeDs = new LithicThreeDs(options, {
      cardOf: (cardId) => this.cardsOf(cardId)[0] ?? this.newCard({ memo: cardId, type: 'VIRTUAL' }),
      send: (event) => this.send(event),
    })
  }

  /** The amount in cents that Lithic holds for a card or has captured. */
  spent(cardId: string): number {
    const tokens = new Set(this.cardsOf(cardId).map(({ token }) => token as string))
    return [...this.#transactions.values()]
      .filter(({ card_token }) => tokens.has(card_token as string))
      .reduce((sum, { hold, captured }) => sum + (hold as number) + (captured as number), 0)
  }

  async authorize({
    cardId,
    amount,
    status = 'AUTHORIZATION',
    merchant = {},
    isAway = false,
    overruledBy,
    authenticatedBy,
  }: Asking): Promise<string> {
    const example = lithicExample('asa.authorization')
    const card = this.cardsOf(cardId)[0] ?? this.newCard({ memo: cardId, type: 'VIRTUAL' })
    const transaction = {
      token: randomUUID(),
      card_token: card['token'] as string,
      merchant: { ...example['merchant'], ...merchant } as LithicJson,
      status: 'PENDING',
      result: 'APPROVED',
      events: [],
      hold: 0,
      captured: 0,
      ...(authenticatedBy === undefined ? {} : { cardholder_authentication: this.threeDs.claimOf(authenticatedBy) }),
    }
    this.#transactions.set(transaction.token, transaction)
    await this.#ask(transaction, { amount, status, isAway, overruledBy })
    return transaction.token
  }

  /** Sends a second authorization request about a transaction, which raises its amount. */
  async increment(token: string, amount: number): Promise<void> {
    await this.#ask(this.#transaction(token), {
      amount,
      status: 'AUTHORIZATION',
      isAway: false,
      overruledBy: undefined,
    })
  }

  /** Changes a transaction's pending amount. */
  advise(token: string, amount: number): void {
    this.#happen(this.#transaction(token), { type: 'AUTHORIZATION_ADVICE', amount, hold: amount })
  }

  reverse(token: string, amount?: number, type = 'AUTHORIZATION_REVERSAL'): void {
    const transaction = this.#transaction(token)
    const given = amount ?? (transaction['hold'] as number)
    const hold = (transaction['hold'] as number) - given
    if (hold === 0) transaction['status'] = type === 'AUTHORIZATION_EXPIRY' ? 'EXPIRED' : 'VOIDED'
    this.#happen(transaction, { type, amount: given, hold, isCredit: true })
  }

  /** Clears an amount. Without a transaction, it is a forced clearing. */
  clear({
    cardId,
    token,
    amount,
    keeps = 0,
  }: {
    cardId: string
    token?: string
    amount: number
    keeps?: number
  }): void {
    const transaction = token === undefined ? this.#unasked(cardId) : this.#transaction(token)
    if (keeps === 0) transaction['status'] = 'SETTLED'
    transaction['captured'] += amount
    this.#happen(transaction, { type: 'CLEARING', amount, hold: keeps, isFinancial: true })
  }

  /** Returns an amount to the card, as a transaction of its own or to a purchase. */
  giveBack({
    cardId,
    token,
    amount,
    type = 'RETURN',
  }: {
    cardId: string
    token?: string
    amount: number
    type?: string
  }): string {
    const transaction = token === undefined ? this.#unasked(cardId) : this.#transaction(token)
    transaction['status'] = 'SETTLED'
    this.#happen(transaction, { type, amount, hold: transaction['hold'] as number, isCredit: true, isFinancial: true })
    return transaction['token'] as string
  }

  takeBack(token: string, amount: number, type = 'RETURN_REVERSAL'): void {
    const transaction = this.#transaction(token)
    this.#happen(transaction, { type, amount, hold: transaction['hold'] as number, isFinancial: true })
  }

  /** Sets a card's state, as a person does in Lithic's dashboard. */
  setState(cardId: string, state: string): void {
    const [card = {}] = this.cardsOf(cardId)
    const before = { state: card['state'] as string }
    card['state'] = state
    this.changed(card, before)
  }

  async send({ id, body }: LithicEvent): Promise<number> {
    const { origin, eventSecret, nowMs } = this.#options
    const text = JSON.stringify(body)
    const headers = signLithicMessage(text, [eventSecret], nowMs(), id)
    return (await fetch(`${origin()}/issuers/lithic/events`, { method: 'POST', headers, body: text })).status
  }

  async sendAll(events: readonly LithicEvent[] = this.events): Promise<void> {
    for (const event of events) {
      for (let tries = 1; (await this.send(event)) !== 200; tries += 1) {
        if (tries === 60) throw new Error('an event was not heard')
        await delay(500)
      }
    }
  }

  /** Does what a request to Lithic's `simulate/*` demands. */
  protected override async simulate(what: string, body: LithicJson): Promise<LithicJson> {
    const card = this.cards.find(({ pan }) => pan === body['pan'])
    const cardId = (card?.['memo'] ?? '') as string
    const token = body['token'] as string
    if (what === 'authorize') {
      const merchant = {
        descriptor: body['descriptor'] as string,
        ...(body['mcc'] === undefined ? {} : { mcc: body['mcc'] as string }),
      }
      const asked = await this.authorize({
        cardId,
        amount: body['amount'] as number,
        status: body['status'] as string,
        merchant,
      })
      return { token: asked }
    }
    if (what === 'return') return { token: this.giveBack({ cardId, amount: body['amount'] as number }) }
    const transaction = this.#transaction(token)
    const amount = (body['amount'] ?? transaction['hold']) as number
    if (what === 'clearing') this.clear({ cardId, token, amount })
    if (what === 'void') this.reverse(token, amount, body['type'] as string)
    if (what === 'authorization_advice') this.advise(token, amount)
    if (what === 'return_reversal')
      this.takeBack(token, (transaction['events'] as LithicJson[])[0]?.['amount'] as number)
    return {}
  }

  protected override async authentication(path: string, body: LithicJson): Promise<IssuerApiAnswer> {
    if (path.endsWith('/challenge_response')) {
      const refusal = this.threeDs.respond(body)
      return refusal === null
        ? { status: 200, body: {} }
        : { status: refusal.status, body: this.errorOf(refusal.message) }
    }
    const card = this.cards.find(({ pan }) => pan === body['pan'])
    const { amount, currency } = body['transaction'] as { amount: number; currency: string }
    const asked = {
      cardId: (card?.['memo'] ?? '') as string,
      amount,
      currency,
      merchant: body['merchant'] as LithicJson,
    }
    return { status: 201, body: { token: await this.threeDs.authenticate(asked) } }
  }

  protected override transactions(): LithicJson[] {
    return [...this.#transactions.values()].map((each) => this.#shown(each)).toReversed()
  }

  protected override changed({ token, state }: LithicJson, previous_fields: LithicJson): void {
    const body = {
      event_type: 'card.updated',
      card_token: token as string,
      state: state as string,
      previous_fields,
    }
    assertLithicEvent(body)
    this.events.push({ id: randomUUID(), body })
  }

  async #ask(transaction: LithicJson, { amount, status, isAway, overruledBy }: Requested): Promise<void> {
    const answered = isAway ? 'APPROVED' : await this.#answerTo(transaction, { amount, status })
    const result = overruledBy ?? answered
    const isApproved = result === 'APPROVED'
    const [isFinancial, isCredit] = [status.startsWith('FINANCIAL'), status.includes('CREDIT')]
    const isFirst = (transaction['events'] as unknown[]).length === 0
    if (!isApproved && isFirst) Object.assign(transaction, { status: 'DECLINED', result: 'DECLINED' })
    if (isApproved && isFinancial) {
      transaction['status'] = 'SETTLED'
      if (!isCredit) transaction['captured'] += amount
    }
    const holds = isApproved && !isFinancial && !isCredit ? amount : 0
    const hold = (transaction['hold'] as number) + holds
    this.#happen(transaction, { type: status, amount, hold, isCredit, isFinancial: isFinancial && isApproved, result })
  }

  async #answerTo(transaction: LithicJson, { amount, status }: { amount: number; status: string }): Promise<string> {
    const card = this.cards.find(({ token }) => token === transaction['card_token']) as LithicJson
    const signed = status.includes('CREDIT') ? -amount : amount
    const money = { amount: signed, currency: 'USD' }
    const { token, last_four, memo, spend_limit, spend_limit_duration, state, type } = card
    const body = {
      ...lithicExample('asa.authorization'),
      token: transaction['token'] as string,
      status,
      amounts: { cardholder: { ...money, conversion_rate: '1.000000' }, merchant: money, settlement: null, hold: null },
      card: { token, last_four, memo, spend_limit, spend_limit_duration, state, type } as LithicJson,
      merchant: transaction['merchant'] as LithicJson,
      ...('cardholder_authentication' in transaction
        ? { cardholder_authentication: transaction['cardholder_authentication'] as LithicJson }
        : {}),
    }
    assertLithicEvent(body)
    const answer = await this.#post(JSON.stringify(body))
    if (answer === null) return 'CUSTOMER_ASA_TIMEOUT'
    assertAsaAnswer(answer)
    if (answer['token'] !== transaction['token']) throw new Error('the answer is to another transaction')
    this.results.push(answer['result'] as string)
    return answer['result'] as string
  }

  /** Sends a request to Purser. After an answer with 5xx, the request is sent once more, at once, within the same time limit. */
  async #post(body: string): Promise<LithicJson | null> {
    const { origin, asaSecret, nowMs } = this.#options
    const headers = signLithicMessage(body, [asaSecret], nowMs())
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const sent = { method: 'POST', headers, body, signal }
    for (const _ of ['first', 'again']) {
      const heard = await fetch(`${origin()}/issuers/lithic/authorizations`, sent).catch(() => null)
      if (heard === null) return null
      if (heard.status === 200) return (await heard.json()) as LithicJson
      if (heard.status < 500) throw new Error(`answered by ${heard.status}`)
    }
    return null
  }

  #unasked(cardId: string): LithicJson {
    const card = this.cardsOf(cardId)[0] ?? this.newCard({ memo: cardId, type: 'VIRTUAL' })
    const { merchant } = lithicExample('asa.authorization')
    const shared = { token: randomUUID(), card_token: card['token'] as string, merchant: merchant as LithicJson }
    const transaction = { ...shared, status: 'PENDING', result: 'APPROVED', events: [], hold: 0, captured: 0 }
    this.#transactions.set(transaction.token, transaction)
    return transaction
  }

  #happen(transaction: LithicJson, happened: Happening): void {
    const { type, amount, hold, isCredit = false, isFinancial = false, result = 'APPROVED' } = happened
    this.#ticks += 1
    const at = new Date(this.#options.nowMs() + this.#ticks).toISOString()
    const money = { amount: isCredit ? -amount : amount, currency: 'USD', conversion_rate: '1.000000' }
    const { conversion_rate: _rate, ...merchant } = money
    const event = {
      token: randomUUID(),
      type,
      amount: money.amount,
      amounts: { cardholder: money, merchant, settlement: isFinancial ? money : null },
      created: at,
      detailed_results: [result === 'APPROVED' ? 'APPROVED' : (detailed[result] ?? result)],
      effective_polarity: isCredit ? 'CREDIT' : 'DEBIT',
      network_info: null,
      result: result === 'APPROVED' ? 'APPROVED' : 'DECLINED',
      rule_results: [],
    }
    Object.assign(transaction, { hold, events: [...(transaction['events'] as LithicJson[]), event], updated: at })
    transaction['created'] ??= at
    const body = { event_type: 'card_transaction.updated', ...this.#shown(transaction) }
    assertLithicEvent(body)
    this.events.push({ id: randomUUID(), body })
  }

  #shown({ hold, captured, ...own }: LithicJson): LithicJson {
    const money = (amount: number) => ({ amount, currency: 'USD' })
    const settled = money(-(captured as number))
    return {
      ...lithicExample('transaction'),
      ...structuredClone(own),
      amounts: {
        cardholder: { ...settled, conversion_rate: '1.000000' },
        hold: money(-(hold as number)),
        merchant: settled,
        settlement: settled,
      },
    }
  }

  #transaction(token: string): LithicJson {
    const transaction = this.#transactions.get(token)
    if (transaction === undefined) throw new Error(`no transaction ${token}`)
    return transaction
  }
}

interface Requested {
  readonly amount: number
  readonly status: string
  readonly isAway: boolean
  readonly overruledBy: string | undefined
}

interface Happening {
  readonly type: string
  readonly amount: number
  readonly hold: number
  readonly isCredit?: boolean
  readonly isFinancial?: boolean
  readonly result?: string
}

/** The results of ASA (auth stream access) for which Lithic uses another word in transactions. */
const detailed: Readonly<Record<string, string>> = { VELOCITY_EXCEEDED: 'CARD_SPEND_LIMIT_EXCEEDED' }
