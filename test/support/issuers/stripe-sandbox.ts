import { type IssuerApiAnswer } from './issuer-api.ts'
import { type StripeRequest, type StripeRoute, StripeApi } from './stripe-api.ts'
import type { StripeMock } from './stripe.ts'

/** A whole sandbox of Stripe: its API with the test helpers, which make purchases that Stripe asks Purser about and sends events of. */
export class StripeSandbox extends StripeApi {
  readonly #mock: StripeMock
  #told = 0
  #telling: Promise<void> = Promise.resolve()

  constructor(mock: StripeMock) {
    super()
    this.#mock = mock
    this.purchases = mock
  }

  /** Stops the sandbox once every event was sent. */
  override async down(): Promise<void> {
    await this.#telling
    await super.down()
  }

  protected override routes(): Readonly<Record<string, StripeRoute>> {
    const authorizations = 'POST /v1/test_helpers/issuing/authorizations'
    const transactions = 'POST /v1/test_helpers/issuing/transactions'
    const mock = this.#mock
    const ofCard = ({ given }: StripeRequest) => ({
      cardId: this.#cardId(given['card']),
      amount: given['amount'] as number,
    })
    return {
      ...super.routes(),
      'POST /v1/issuing/cardholders/:id': [
        'CardholderUpdateParams',
        'Cardholder',
        ({ id, given }) => {
          const holder = this.holders.find((each) => each['id'] === id) ?? {}
          return { status: 200, body: Object.assign(holder, given) }
        },
      ],
      'GET /v1/issuing/authorizations/:id': [
        'AuthorizationRetrieveParams',
        'Authorization',
        ({ id }) => this.#shown(id),
      ],
      [authorizations]: [
        'AuthorizationCreateParams',
        'Authorization',
        async (request) => this.#shown(await mock.authorize(ofCard(request))),
      ],
      [`${authorizations}/:id/increment`]: [
        'AuthorizationIncrementParams',
        'Authorization',
        async ({ id, given }) => {
          await mock.increment(id, given['increment_amount'] as number)
          return this.#shown(id)
        },
      ],
      [`${authorizations}/:id/capture`]: [
        'AuthorizationCaptureParams',
        'Authorization',
        ({ id, given: { capture_amount: amount, close_authorization: isLast } }) => {
          mock.capture({ ...this.#purchase(id), amount: amount as number, isPartial: isLast === false })
          return this.#shown(id)
        },
      ],
      [`${authorizations}/:id/reverse`]: [
        'AuthorizationReverseParams',
        'Authorization',
        ({ id }) => {
          mock.reverse(id)
          return this.#shown(id)
        },
      ],
      [`${authorizations}/:id/expire`]: [
        'AuthorizationExpireParams',
        'Authorization',
        ({ id }) => {
          mock.expire(id)
          return this.#shown(id)
        },
      ],
      [`${transactions}/:id/refund`]: [
        'TransactionRefundParams',
        'Transaction',
        ({ id, given }) => {
          const { authorization } = mock.transactions.find((each) => each['id'] === id) ?? {}
          mock.refund({ ...this.#purchase(authorization as string), amount: given['refund_amount'] as number })
          return this.#moved()
        },
      ],
      [`${transactions}/create_force_capture`]: [
        'TransactionCreateForceCaptureParams',
        'Transaction',
        (request) => {
          mock.capture(ofCard(request))
          return this.#moved()
        },
      ],
      [`${transactions}/create_unlinked_refund`]: [
        'TransactionCreateUnlinkedRefundParams',
        'Transaction',
        (request) => {
          mock.refund(ofCard(request))
          return this.#moved()
        },
      ],
    }
  }

  #cardId = (token: unknown): string => this.cards.find(({ id }) => id === token)?.['metadata'].purser_card as string

  #purchase(id: string) {
    const { card } = this.#mock.authorizations.get(id) ?? {}
    return { id, cardId: card.metadata.purser_card as string }
  }

  #shown(id: string): IssuerApiAnswer {
    this.#tell()
    const found = this.#mock.authorizations.get(id)
    return found === undefined ? this.refused(`No such authorization: ${id}`) : { status: 200, body: found }
  }

  #moved(): IssuerApiAnswer {
    this.#tell()
    return { status: 200, body: this.#mock.transactions.at(-1) ?? {} }
  }

  /** Sends the events that were made since the last call, until they are accepted. */
  #tell(): void {
    const news = this.#mock.events.slice(this.#told)
    this.#told = this.#mock.events.length
    this.#telling = this.#telling.then(() => this.#mock.sendAll(news))
  }
}
