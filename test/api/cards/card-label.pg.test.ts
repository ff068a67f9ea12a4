import { afterAll, beforeAll, expect, it } from 'vitest'
import { resourceWithoutWarnings } from '../../support/records/record-of.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
})
afterAll(() => api.stop())

const patch = (cardId: string, body: object) => api.admin('updateCard', { params: { cardId }, body })
const create = async (body: object) => (await api.admin('createCard', { body: { customerId, ...body } })).body

it('a card has the label and the metadata that it was given, in every answer', async () => {
  const sent = { label: 'Ads, Q1', metadata: { z: 1, team: { name: 'growth' }, a: [2] } }
  const card = await create(sent)
  expect(card).toMatchObject(sent)
  expect(JSON.stringify(card.metadata)).toBe(JSON.stringify(sent.metadata))
  expect((await api.admin('getCard', { params: { cardId: card.id } })).body).toEqual(resourceWithoutWarnings(card))
  const listed = (await api.admin('listCards', { query: { customerId } })).body.data
  expect(listed.find(({ id }) => id === card.id)).toMatchObject(sent)
})

it('a PATCH merges metadata, replaces the label, and null unsets either', async () => {
  const { id } = await create({ label: 'Ads', metadata: { team: 'growth', keep: { a: 1, b: 2 } } })
  const changed = (await patch(id, { label: 'Ads 2', metadata: { team: null, keep: { b: 3 } } })).body
  expect(changed).toMatchObject({ label: 'Ads 2', metadata: { keep: { a: 1, b: 3 } } })
  expect((await patch(id, { status: 'frozen' })).body).toMatchObject({ label: 'Ads 2', status: 'frozen' })
  const unset = (await patch(id, { label: null, metadata: null })).body
  expect([unset.label, unset.metadata]).toEqual([undefined, undefined])
  const trail = (await api.admin('listAudit', { query: { resourceId: id } })).body.data
  expect(trail[0]?.changes).toEqual([
    { path: 'label', before: 'Ads 2', after: null },
    { path: 'metadata', before: { keep: { a: 1, b: 3 } }, after: null },
  ])
})

it.each([
  ['label', ''],
  ['label', 'x'.repeat(101)],
  ['label', 7],
  ['metadata', []],
  ['metadata', { text: 'x'.repeat(17_000) }],
])('400: %s that is none', async (field, value) => {
  const { id } = await create({})
  const answer = await patch(id, { [field]: value })
  expect([answer.status, answer.body.error?.param]).toEqual([400, field])
})
