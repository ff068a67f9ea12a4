import { randomUUID } from 'node:crypto'
import type { LithicOptions } from './lithic-api.ts'
import type { LithicEvent } from './lithic.ts'
import {
  assertThreeDsDecision,
  assertLithicEvent,
  lithicExample,
  type LithicJson,
  signLithicMessage,
} from './lithic-wire.ts'

/** A purchase that a shop has authenticated before it asks for the money. */
export interface ThreeDsAuthenticatedPurchase {
  readonly cardId: string
  readonly amount: number
  readonly currency?: string
  /** The amount in cents of the card's currency, if the shop's currency is another. */
  readonly cardholderAmount?: number
  readonly merchant?: LithicJson
  /** How many seconds the cardholder has to answer a challenge. */
  readonly seconds?: number
  /** False: Lithic did not ask Purser for a decision, and challenges the cardholder at once. */
  readonly isDecided?: boolean
}

interface Authentication {
  readonly body: LithicJson
  result: 'PENDING_DECISION' | 'PENDING_CHALLENGE' | 'SUCCESS' | 'DECLINE'
  until: number
  method: 'FRICTIONLESS' | 'CHALLENGE'
}

interface Surroundings {
  cardOf(cardId: string): LithicJson
  send(event: LithicEvent): Promise<number>
}

/**
 * A stand-in for Lithic's 3-D Secure, as far as Purser sees it: it asks whether to challenge the cardholder, sends the challenge as an
 * event, and takes one answer before the challenge expires. All messages follow Lithic's own description.
 */
export class LithicThreeDs {
  /** Every answer to a challenge that Lithic was sent by a call, with whether Lithic accepted it. */
  readonly responses: {
    readonly token: string
    readonly answer: string
    readonly at: number
    readonly taken: boolean
  }[] = []
  readonly #options: LithicOptions
  readonly #around: Surroundings
  readonly #known = new Map<string, Authentication>()

  constructor(options: LithicOptions, around: Surroundings) {
    this.#options = options
    this.#around = around
  }

  resultOf(token: string): string {
    return this.#of(token).result
  }

  /** The authentication, as Lithic's authorization request describes it. */
  claimOf(token: string): LithicJson {
    const { result, method } = this.#of(token)
    const isGood = result === 'SUCCESS'
    return {
      authentication_result: isGood ? 'SUCCESS' : 'DECLINE',
      authentication_method: method,
      decision_made_by: 'CUSTOMER_ENDPOINT',
      liability_shift: isGood ? '3DS_AUTHENTICATED' : 'NONE',
      three_ds_authentication_token: token,
    }
  }

  /** Begins an authentication. Resolves with its token once Lithic has followed Purser's decision. */
  async authenticate(request: ThreeDsAuthenticatedPurchase): Promise<string> {
    const token = this.begin(request)
    const { isDecided = true, seconds } = request
    const decision = isDecided ? await this.decide(token) : 'CHALLENGE_REQUESTED'
    if (decision === 'CHALLENGE_REQUESTED') await this.challenge(token, seconds)
    return token
  }

  begin({
    cardId,
    amount,
    currency = 'USD',
    cardholderAmount = amount,
    merchant = {},
  }: ThreeDsAuthenticatedPurchase): string {
    const example = lithicExample('three_ds.authentication')
    const token = randomUUID()
    const body = {
      ...example,
      token,
      card_token: this.#around.cardOf(cardId)['token'] as string,
      merchant: { ...example['merchant'], ...merchant } as LithicJson,
      transaction: { ...example['transaction'], amount, currency, cardholder_amount: cardholderAmount } as LithicJson,
    }
    this.#known.set(token, { body, result: 'PENDING_DECISION', until: 0, method: 'FRICTIONLESS' })
    return token
  }

  /** Asks Purser whether the cardholder is to be challenged. */
  async decide(token: string): Promise<string> {
    const { origin, threeDsSecret = '', nowMs } = this.#options
    const authentication = this.#of(token)
    assertLithicEvent(authentication.body)
    const body = JSON.stringify(authentication.body)
    const headers = signLithicMessage(body, [threeDsSecret], nowMs())
    const heard = await fetch(`${origin()}/issuers/lithic/challenges`, { method: 'POST', headers, body })
    if (heard.status !== 200) throw new Error(`answered by ${heard.status}`)
    const answer = (await heard.json()) as LithicJson
    assertThreeDsDecision(answer)
    const decision = answer['three_ds_authentication_decision'] as string
    if (authentication.result === 'PENDING_DECISION')
      authentication.result =
        decision === 'APPROVE' ? 'SUCCESS' : decision === 'DECLINE' ? 'DECLINE' : 'PENDING_CHALLENGE'
    return decision
  }

  /** The event of a challenge that the cardholder has to answer. */
  challengeOf(token: string, seconds = 300): LithicEvent {
    const { nowMs } = this.#options
    const authentication = this.#of(token)
    const { event_type: _type, ...object } = authentication.body
    Object.assign(authentication, { result: 'PENDING_CHALLENGE', method: 'CHALLENGE', until: nowMs() + seconds * 1000 })
    const body = {
      event_type: 'three_ds_authentication.challenge',
      authentication_object: { ...object, authentication_result: 'PENDING_CHALLENGE' },
      challenge: {
        challenge_method_type: 'OUT_OF_BAND',
        start_time: new Date(nowMs()).toISOString(),
        expiry_time: new Date(authentication.until).toISOString(),
      },
    }
    assertLithicEvent(body)
    return { id: randomUUID(), body }
  }

  async challenge(token: string, seconds?: number): Promise<void> {
    const status = await this.#around.send(this.challengeOf(token, seconds))
    if (status !== 200) throw new Error(`the challenge was answered by ${status}`)
  }

  /** Takes the answer to a 3-D Secure challenge. Null: it was accepted. */
  respond({ token, challenge_response: answer }: LithicJson): { status: number; message: string } | null {
    const authentication = this.#known.get(token as string)
    if (authentication === undefined) return { status: 404, message: 'Token not found' }
    const at = this.#options.nowMs()
    const taken = authentication.result === 'PENDING_CHALLENGE' && at <= authentication.until
    this.responses.push({ token: token as string, answer: answer as string, at, taken })
    if (!taken) return { status: 422, message: 'The challenge was completed already' }
    authentication.result = answer === 'APPROVE' ? 'SUCCESS' : 'DECLINE'
    return null
  }

  #of(token: string): Authentication {
    const known = this.#known.get(token)
    if (known === undefined) throw new Error(`no authentication ${token}`)
    return known
  }
}
