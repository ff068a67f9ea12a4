import { expect, it } from 'vitest'
import { loggableRequestPath } from './request-log.ts'

const CARD = 'card_01kdvy2n7rj4t8w0q3m5x90001'

it.each([
  ['a path of the API', '/v1/network/authorizations', '/v1/network/authorizations'],
  ['a path with ids', `/v1/cards/${CARD}/details`, `/v1/cards/${CARD}/details`],
  ['its query', `/v1/transactions?merchantName=Ink&cardId=${CARD}`, '/v1/transactions'],
  ['the path of MCP', '/mcp', '/mcp'],
  ['a card number', '/v1/cards/4000001234567899', '/v1/cards/…'],
  ['an API key', `/v1/api-keys/sk_${'a'.repeat(40)}`, '/v1/api-keys/…'],
  ['the secret of a webhook', `/v1/webhooks/whsec_${'a'.repeat(64)}`, '/v1/webhooks/…'],
  ['a word that is none of the API', '/v1/wallets/cards', '/v1/…/cards'],
  ['a word in other characters', '/v1/%63ards', '/v1/…'],
  ['an id that is too long', `/v1/cards/${CARD}1`, '/v1/cards/…'],
  ['a name of an object', '/v1/cards/__proto__', '/v1/cards/…'],
  ['nothing', '', ''],
])('of %s is kept what is not secret', (_name, url, kept) => expect(loggableRequestPath(url)).toBe(kept))

it('is bounded', () => {
  expect(loggableRequestPath(`/v1/${`${CARD}/`.repeat(500)}`).length).toBeLessThanOrEqual(512)
})
