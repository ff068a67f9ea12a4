import { expect, it } from 'vitest'
import { withSeenOrigins } from './event-origins.ts'

const event = (type: string, intentId: string, more: object = {}, customerId = 'cust_1') => ({
  id: `evt_${type}_${intentId}`,
  type,
  customerId,
  data: { intentId, expectedOrigin: 'https://shop.example', ...more },
})
const seen = (data: object) => (data as { originSeen?: boolean }).originSeen

it('an origin that an earlier event of the batch has matched is marked at once, and the others are left to the database', () => {
  const events = [
    event('intent.created', 'int_2'),
    event('intent.matched', 'int_1'),
    event('intent.matched', 'int_3'),
    event('intent.created', 'int_4'),
    event('intent.created', 'int_5', { expectedOrigin: 'https://other.example' }),
    event('intent.created', 'int_6', {}, 'cust_2'),
    event('intent.created', 'int_7', { expectedOrigin: undefined }),
    event('intent.expired', 'int_1'),
    event('card.frozen', 'int_8'),
  ]
  const marked = withSeenOrigins(events)
  const isSeen = marked.events.filter(({ data }) => seen(data) === true)
  expect(isSeen.map(({ data }) => data.intentId)).toEqual(['int_3', 'int_4'])
  expect(marked.unresolved.map(({ intent_id: id }) => id)).toEqual(['int_2', 'int_1', 'int_5', 'int_6', 'int_1'])
  expect(withSeenOrigins([event('card.frozen', 'int_8')]).unresolved).toEqual([])
})
