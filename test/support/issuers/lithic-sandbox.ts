import { randomUUID } from 'node:crypto'
import type { IssuerApiAnswer } from './issuer-api.ts'
import { type LithicOptions } from './lithic-api.ts'
import { type LithicEvent, LithicMock } from './lithic.ts'
import type { LithicJson, LithicRequest } from './lithic-wire.ts'

type Given = Omit<LithicOptions, 'origin'>

/** A whole sandbox of Lithic. It calls the enrolled endpoints by itself. */
export class LithicSandbox extends LithicMock {
  readonly #secrets: Given
  readonly #enrolled: { asa: string | null }
  readonly #subscriptions = new Map<string, LithicJson>()
  #told = 0
  #telling: Promise<void> = Promise.resolve()

  constructor(given: Given) {
    const enrolled: { asa: string | null } = { asa: null }
    super({ ...given, origin: () => (enrolled.asa === null ? '' : new URL(enrolled.asa).origin) })
    this.#secrets = given
    this.#enrolled = enrolled
  }

  /** The URLs of the enrolled endpoints. */
  get enrolled(): readonly string[] {
    const { asa } = this.#enrolled
    return [...(asa === null ? [] : [asa]), ...[...this.#subscriptions.values()].map(({ url }) => url as string)]
  }

  /** Stops the sandbox once every event was sent. */
  override async down(): Promise<void> {
    await this.#telling
    await super.down()
  }

  protected override async answerTo(described: string, call: LithicRequest): Promise<IssuerApiAnswer> {
    const answer = this.#enrolment(described, call) ?? (await super.answerTo(described, call))
    if (this.#subscriptions.size > 0) this.#tell(this.events.slice(this.#told))
    this.#told = this.events.length
    return answer
  }

  #enrolment(described: string, { method, path, body }: LithicRequest): IssuerApiAnswer | null {
    const { asaSecret, eventSecret } = this.#secrets
    const [, , , id = ''] = path.split('/')
    switch (`${method} ${described}`) {
      case 'GET /v1/responder_endpoints':
        return { status: 200, body: { enrolled: this.#enrolled.asa !== null, url: this.#enrolled.asa } }
      case 'POST /v1/responder_endpoints':
        this.#enrolled.asa = body['url'] as string
        return { status: 200, body: { enrolled: true } }
      case 'DELETE /v1/responder_endpoints':
        this.#enrolled.asa = null
        return { status: 200, body: {} }
      case 'GET /v1/auth_stream/secret':
        return { status: 200, body: { secret: asaSecret } }
      case 'POST /v1/event_subscriptions': {
        const made = { disabled: false, ...body, token: `ep_${randomUUID()}` }
        this.#subscriptions.set(made.token, made)
        return { status: 201, body: made }
      }
      case 'GET /v1/event_subscriptions/{event_subscription_token}/secret':
        return { status: 200, body: { secret: eventSecret } }
      case 'DELETE /v1/event_subscriptions/{event_subscription_token}':
        this.#subscriptions.delete(id)
        return { status: 200, body: {} }
      default:
        return null
    }
  }

  /** Sends events to the enrolled endpoint until they are accepted. */
  #tell(news: readonly LithicEvent[]): void {
    this.#telling = this.#telling.then(() => this.sendAll(news))
  }
}
