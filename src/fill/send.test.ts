import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendCheckoutRequestWithCard } from './send.ts'

const card = { pan: '4000001234567899', exp: '09/30', cvv: '739' }
let reads = 0
const read = () => {
  reads += 1
  return Promise.resolve(card)
}
const FORM = 'application/x-www-form-urlencoded'

/** A shop that repeats what it was sent, or redirects it to another shop. */
const received: string[] = []
const answer = async (request: IncomingMessage, response: ServerResponse) => {
  const body = await text(request)
  received.push(body)
  if (request.url === '/moved') response.writeHead(307, { location: '/pay' })
  response.end(`Order 4711 with 4000 0012 3456 7899, ${body}`)
}
const server = createServer((request, response) => void answer(request, response))
let origin = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

describe('a request with placeholders', () => {
  const body = 'number={{pan}}&exp={{exp}}&cvc={{cvv}}'
  const send = (path: string, sent: string, contentType = FORM) =>
    sendCheckoutRequestWithCard({ url: `${origin}${path}`, contentType, body: sent }, read, origin)

  it('gets the card at the origin of the intent', async () => {
    const paid = await send('/pay', `${body}\n`) // as a file ends
    expect(received.pop()).toBe('number=4000001234567899&exp=09%2F30&cvc=739')
    expect(paid).toEqual({ outcome: 'submitted', status: 200, address: `${origin}/pay`, title: '' })
  })

  it('gets month and year apart, in JSON', async () => {
    await send('/pay', '{"pan":"{{pan}}","month":"{{month}}","year":"{{year4}}","cvv":"{{cvv}}"}', 'application/json')
    expect(received.pop()).toBe('{"pan":"4000001234567899","month":"09","year":"2030","cvv":"739"}')
  })

  it('goes no further where the shop sends it on', async () => {
    const { status, outcome } = await send('/moved', body)
    expect([status, outcome, received.splice(0).length]).toEqual([307, 'unfinished', 1])
  })

  it.each([
    ['another host', 'https://evil.example/pay'],
    ['another scheme', 'https://127.0.0.1/pay'],
    ['no address', 'pay'],
  ])('is refused at %s', async (_name, url) => {
    await expect(sendCheckoutRequestWithCard({ url, contentType: FORM, body }, read, origin)).rejects.toThrow(/alone/)
  })

  it.each([
    ['nothing', 'n=1'],
    ['no CVV', 'number={{pan}}&exp={{exp}}'],
    ['no expiry', 'number={{pan}}&cvc={{cvv}}'],
    ['the number as a nickname', 'nickname={{pan}}&exp={{exp}}&cvc={{cvv}}'],
    ['the number twice', `${body}&pan={{pan}}`],
  ])('is refused before the number is read with %s of the card in it', async (_name, sent) => {
    const looks = reads
    await expect(send('/pay', sent)).rejects.toThrow(/Nothing was sent/)
    expect([received, reads]).toEqual([[], looks])
  })
})
