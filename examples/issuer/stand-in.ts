import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type Fields = Record<string, unknown>

export interface AcmeStandIn {
  readonly url: string
  readonly cards: readonly Fields[]
  /** Buys with a card of Acme's: asks Purser, and reports the outcome. Returns Purser's answer. `purser`: its origin, without `/v1`. */
  buy(purser: string, purchase: { card: Fields; amount: number; merchant: Fields }): Promise<Fields>
  close(): Promise<void>
}

/** The secrets and the key of Acme's stand-in, by the names of Purser's settings. */
export const acmeStandInSettings = {
  PURSER_ACME_KEY: 'acme_test_0f1e2d3c4b5a4978',
  PURSER_ACME_AUTHORIZATION_SECRET: `whsec_${'a'.repeat(32)}`,
  PURSER_ACME_EVENT_SECRET: `whsec_${'e'.repeat(32)}`,
} as const

/** Starts a stand-in for the example issuer Acme on a port of its own: its API for cards, and its requests and events. */
export async function startAcmeStandIn(): Promise<AcmeStandIn> {
  const cards: Fields[] = []
  const server = createServer((request, reply) => {
    void answerTo(cards, request).then(([status, body]) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cards,
    buy: async (purser, { card, ...purchase }) => {
      const asked = { card, currency: card['currency'], ...purchase, authorization: randomUUID() }
      const answer = await tell(`${purser}/issuers/acme/authorizations`, 'AUTHORIZATION', { ...asked, hold: 0 })
      const { approved } = answer
      await tell(`${purser}/issuers/acme/events`, 'EVENT', {
        ...asked,
        type: 'authorization',
        approved,
        at: Date.now(),
      })
      return answer
    },
    close: () => closed(server),
  }
}

async function answerTo(cards: Fields[], request: IncomingMessage): Promise<[status: number, body: object]> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://acme')
  if (request.headers.authorization !== `Bearer ${acmeStandInSettings.PURSER_ACME_KEY}`)
    return [401, { message: 'No key' }]
  const sent = await bodyOf(request)
  const id = pathname.split('/')[2]
  const card = cards.find((each) => each['id'] === id)
  if (pathname === '/purchases') return [200, { items: [] }]
  if (id !== undefined) return card ? [200, Object.assign(card, sent)] : [404, { message: 'No such card' }]
  const reference = searchParams.get('reference')
  if (request.method === 'GET')
    return [200, { items: cards.filter((each) => reference === null || each['reference'] === reference) }]
  const repeated = cards.find((each) => each['key'] === request.headers['idempotency-key'])
  if (repeated) return [200, repeated]
  const made = { id: randomUUID(), key: request.headers['idempotency-key'], last4: '4242', month: '07', year: '2030' }
  cards.push({ ...made, ...sent })
  return [200, { ...made, ...sent }]
}

async function tell(url: string, secret: 'AUTHORIZATION' | 'EVENT', message: object): Promise<Fields> {
  const body = JSON.stringify({ id: randomUUID(), ...message })
  const time = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', acmeStandInSettings[`PURSER_ACME_${secret}_SECRET`])
    .update(`${time}.${body}`)
    .digest('hex')
  const headers = { 'content-type': 'application/json', 'acme-signature': `t=${time},v1=${v1}` }
  const answer = await fetch(url, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Fields
}

async function bodyOf(request: IncomingMessage): Promise<Fields> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return chunks.length === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString()) as Fields)
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
}
