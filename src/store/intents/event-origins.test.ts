import { expect, it } from 'vitest'
import { originsToTell } from './event-origins.ts'

const event = (type: string, intentId: string, more: object = {}, customer_id = 'cust_1') => ({
  id: `evt_${type}_${intentId}`,
  type,
  customer_id,
  data: { intentId, expectedOrigin: 'https://shop.example', ...more },
})
const seen = (data: object) => (data as { originSeen?: boolean }).originSeen

it('what an earlier event of the batch has matched is seen at once; the database is asked about the rest', () => {
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
  const told = originsToTell(events)
  const isSeen = told.events.filter(({ data }) => seen(data) === true)
  expect(isSeen.map(({ data }) => data.intentId)).toEqual(['int_3', 'int_4'])
  expect(told.asked.map(({ intent_id: id }) => id)).toEqual(['int_2', 'int_1', 'int_5', 'int_6', 'int_1'])
  expect(originsToTell([event('card.frozen', 'int_8')]).asked).toEqual([])
})
