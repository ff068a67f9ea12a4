import { describe, expect, it } from 'vitest'
import { operations } from '../../contract/operations.ts'
import { nearestKnownName } from '../../contract/complaints/nearest-name.ts'
import { resourceEndingHint } from './allowed-methods.ts'
import { nearestRouteHint } from './nearest-route.ts'

describe('the name that a misspelt one means', () => {
  it.each([
    ['emial', 'email'],
    ['Email', 'email'],
    ['mail', 'email'],
    ['customer_id', 'customerId'],
    ['customerID', 'customerId'],
    ['externalID', 'externalId'],
    ['perAut', 'perAuth'],
    ['per_day', 'perDay'],
    ['externalIdentifier', null],
    ['customer', 'customerId'],
    ['per', null],
    ['colour', null],
    ['', null],
    ['x'.repeat(100_000), null],
  ])('%s is %s', (sent, meant) => {
    expect(nearestKnownName(sent, ['email', 'customerId', 'externalId', 'perAuth', 'perDay'])).toBe(meant)
  })
})

describe('the route that a path without one means', () => {
  const hint = nearestRouteHint(Object.values(operations))

  it.each([
    ['/card', '/v1/cards'],
    ['/cards', '/v1/cards'],
    ['/v1/cards', '/v1/cards'],
    ['/api/v1/cards', '/v1/cards'],
    ['/v2/cards/', '/v1/cards'],
    ['/Cards', '/v1/cards'],
    ['/customer/cust_x', '/v1/customers/{customerId}'],
    ['/card/card_x/details', '/v1/cards/{cardId}/details'],
    ['/cards/card_x/detials', '/v1/cards/{cardId}/details'],
    ['/cards/card_x/intent', '/v1/cards/{cardId}/intents'],
    ['/network/authorization', '/v1/network/authorizations'],
    ['/api_keys', '/v1/api-keys'],
    ['/apiKeys', '/v1/api-keys'],
  ])('%s means %s', (path, meant) => {
    expect(hint(path)).toBe(`Did you mean \`${meant}\`?`)
  })

  it.each(['', '/', '/nothing', '/cards/a/b/c', '/card//details', '/4111111111111111', '/index.html'])(
    '%s means none',
    (path) => {
      expect(hint(path)).toBeUndefined()
    },
  )

  it.each([
    ['DELETE', '/cards/card_x', 'Send `POST /v1/cards/{cardId}/close`.'],
    ['DELETE', '/intents/int_x/', 'Send `POST /v1/intents/{intentId}/cancel`.'],
    ['DELETE', '/customers/cust_x', undefined],
    ['PUT', '/cards/card_x', undefined],
  ])('%s %s is told what ends it', (method, path, told) => {
    expect(resourceEndingHint(Object.values(operations))(method, path)).toBe(told)
  })

  it('is shown without anything that was sent', () => {
    expect(hint('/card/4111111111111111')).toBe('Did you mean `/v1/cards/{cardId}`?')
  })
})
