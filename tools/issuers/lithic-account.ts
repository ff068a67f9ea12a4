import { issuerJsonObjectOrEmpty, type IssuerJsonObject, textOrEmpty } from '../../src/issuers/read.ts'

const JSON_TYPE = { accept: 'application/json', 'content-type': 'application/json' }

/** An account in Lithic's sandbox, used through Lithic's API. */
export class LithicAccount {
  readonly #key: string
  readonly #url: URL

  constructor(key: string, url: URL) {
    this.#key = key
    this.#url = url
  }

  /** Sends a request to Lithic's API. Rejects if Lithic refuses it. */
  async ask(method: string, path: string, body?: object): Promise<IssuerJsonObject> {
    const headers = { ...JSON_TYPE, authorization: this.#key }
    const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await fetch(new URL(path, this.#url), sent)
    const text = await answer.text()
    const fields = text === '' ? {} : issuerJsonObjectOrEmpty(JSON.parse(text))
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${textOrEmpty(fields['message'])}`.trim())
    return fields
  }
}

const ASA = '/v1/responder_endpoints?type=AUTH_STREAM_ACCESS'

/** The endpoints that Lithic calls while the sandbox is tried. */
export interface LithicEndpoints {
  readonly asaSecret: string
  readonly eventSecret: string
  /** Enrolls the endpoints at Lithic, once a Purser is there to answer. */
  enroll(): Promise<void>
  /** Enrolls at Lithic again the endpoints that Lithic called before the check of the sandbox. */
  leave(): Promise<void>
}

/** Prepares the enrolment of endpoints. Rejects if Lithic already calls another service, so that the sandbox check takes over none. */
export async function lithicEndpointsAt(account: LithicAccount, publicUrl: URL): Promise<LithicEndpoints> {
  const own = (path: string) => new URL(`/issuers/lithic/${path}`, publicUrl).href
  const url = own('authorizations')
  const { enrolled, url: other } = await account.ask('GET', ASA)
  if (enrolled === true && other !== url)
    throw new Error(`Auth Stream Access is enrolled for ${textOrEmpty(other)}: end that first`)
  const { secret: asaSecret } = await account.ask('GET', '/v1/auth_stream/secret')
  const { token } = await account.ask('POST', '/v1/event_subscriptions', {
    url: own('events'),
    event_types: ['card_transaction.updated', 'card.updated'],
    description: 'check:lithic-sandbox',
  })
  const subscription = `/v1/event_subscriptions/${textOrEmpty(token)}`
  const { secret: eventSecret } = await account.ask('GET', `${subscription}/secret`)
  return {
    asaSecret: textOrEmpty(asaSecret),
    eventSecret: textOrEmpty(eventSecret),
    enroll: async () => {
      await account.ask('POST', '/v1/responder_endpoints', { type: 'AUTH_STREAM_ACCESS', url })
    },
    leave: async () => {
      await account.ask('DELETE', subscription)
      if ((await account.ask('GET', ASA))['url'] === url) await account.ask('DELETE', ASA)
    },
  }
}
