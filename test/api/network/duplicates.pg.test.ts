import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/lib/clock.ts'
import { fillMerchantKeys } from '../../../src/store/transactions/fill-merchant-keys.ts'
import { verifyDatabase } from '../../../src/verify/verify.ts'
import { openTestVault } from '../../support/test-vault.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const YEAR = 525_600
const newCard = async (duplicateWindowMinutes = YEAR) => {
  const customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  return (await api.admin('createCard', { body: { customerId, policy: { duplicateWindowMinutes } } })).body.id
}
const buy = (cardId: string, name: string | undefined, more: object = {}) =>
  api.admin('createAuthorization', {
    body: { cardId, amount: 100, ...(name === undefined ? {} : { merchant: { name, ...more } }) },
  })
const codesOf = async (cardId: string, name: string | undefined, more: object = {}) =>
  (
    (
      await api.admin('evaluateSpend', {
        body: { cardId, amount: 100, ...(name === undefined ? {} : { merchant: { name, ...more } }) },
      })
    ).body.reasons ?? []
  ).map(({ code }) => code)
const DUPLICATE = ['duplicate_charge']

/**
 * Copies the card's newest purchase under other names, as if they were older purchases of the card. They are in no journal, so the card's
 * account can still buy.
 */
const addNames = (cardId: string, names: readonly string[], keys: readonly string[]) =>
  api.rig.test.database.pool.query(
    `with known as (select * from transactions where card_id = $1 order by id desc limit 1)
      insert into transactions (bucket, id, account_id, customer_id, card_id, sequence, type, status, amount, authorized_amount,
          settled_amount, refunded_amount, currency, merchant, decision, counted, reasons, flags, trace, attestation, created_at, updated_at,
          expires_at, merchant_key)
        select bucket, substr(id, 1, 14) || '000' || left(md5(card_id), 6) || lpad(to_hex(i), 5, '0') || right(id, 2), 'acct_other', replace(card_id, 'card_', 'cust_'), card_id, i, type, 'settled', amount, amount,
          amount, 0, currency, json_build_object('name', name), decision, '[]', '[]', 0, trace, attestation, created_at, updated_at, expires_at, key
        from known, unnest($2::text[], $3::text[]) with ordinality as other (name, key, i)`,
    [cardId, names, keys],
  )
const forget = (cardId: string) =>
  api.rig.test.database.pool.query(`update transactions set merchant_key = '' where card_id = $1`, [cardId])
const keysOf = async (cardId: string) =>
  (
    await api.rig.test.database.pool.query<{ merchant_key: string }>(
      'select merchant_key from transactions where card_id = $1 order by id',
      [cardId],
    )
  ).rows.map(({ merchant_key: key }) => key)

describe('a duplicate', () => {
  it.each(['日本書店', 'Книги', 'مكتبة', 'ร้านหนังสือ', '책방', '𠮷野家', 'Βιβλία'])('is found at %s', async (name) => {
    const cardId = await newCard()
    expect((await buy(cardId, name)).body).toMatchObject({ decision: 'approve' })
    expect(await codesOf(cardId, name)).toEqual(DUPLICATE)
  })

  it('is found by what its merchant is recognized as, and stored with it', async () => {
    const cardId = await newCard()
    await buy(cardId, 'JOES PIZZA 0042 NEW YORK NY')
    await buy(cardId, undefined)
    await buy(cardId, 'JOES PIZZA 0042 NEW YORK NY') // declined
    expect(await keysOf(cardId)).toEqual(['ajoespizza', 'a!', ''])
    expect(await codesOf(cardId, 'JOES PIZZA 0077 NEW YORK NY')).toEqual(DUPLICATE)
    expect(await codesOf(cardId, 'JOES PIZZA CHICAGO IL')).toEqual([])
    expect(await codesOf(cardId, undefined)).toEqual(DUPLICATE)
  })

  it('is found whatever was bought since then, at the same price', async () => {
    const cardId = await newCard()
    await buy(cardId, 'Ink Shop')
    const others = Array.from({ length: 800 }, (_, index) => `Other ${index} Things`)
    await addNames(
      cardId,
      others,
      others.map((_, index) => `aother${index}things`),
    )
    expect(await codesOf(cardId, 'INK SHOP 0042')).toEqual(DUPLICATE)
    expect(await codesOf(cardId, 'Other 5 Things')).toEqual(DUPLICATE)
    expect(await codesOf(cardId, 'Other 801 Things')).toEqual([])
  })

  it('is found where one of the names was cut off, or ends with the place of the purchase', async () => {
    const cardId = await newCard()
    await buy(cardId, 'CALIFORNIA PIZZA KITCHEN 12')
    await buy(cardId, 'NOODLE BAR ZZYZX')
    expect(await codesOf(cardId, 'CALIFORNIA PIZZA KITCH')).toEqual(DUPLICATE)
    expect(await codesOf(cardId, 'NOODLE BAR', { city: 'Zzyzx' })).toEqual(DUPLICATE)
    expect(await codesOf(cardId, 'NOODLE BAR', { city: 'Springfield' })).toEqual([])
  })

  it('is found before its key is filled in, and by the key afterwards', async () => {
    const cardId = await newCard()
    await buy(cardId, 'SQ *BLUE BOTTLE COFFEE #12')
    await buy(cardId, undefined)
    const keys = await keysOf(cardId)
    await forget(cardId)
    const asked = () =>
      Promise.all([codesOf(cardId, 'TST* BLUE BOTTLE COFFEE'), codesOf(cardId, undefined), codesOf(cardId, 'Blue')])
    expect(await asked()).toEqual([DUPLICATE, DUPLICATE, []])
    expect(await fillMerchantKeys(api.rig.test.database, () => false)).toBe(true)
    expect(await keysOf(cardId)).toEqual(keys)
    expect(await asked()).toEqual([DUPLICATE, DUPLICATE, []])
  })

  it('is found under a key of a later version, which this one does not know and does not change', async () => {
    const cardId = await newCard()
    await buy(cardId, 'Ink Shop')
    await api.rig.test.database.pool.query(`update transactions set merchant_key = 'bsomething' where card_id = $1`, [
      cardId,
    ])
    expect(await codesOf(cardId, 'Ink Shop')).toEqual(DUPLICATE)
    await fillMerchantKeys(api.rig.test.database, () => false)
    expect(await keysOf(cardId)).toEqual(['bsomething'])
  })

  it('is none after the window', async () => {
    const cardId = await newCard(5)
    await buy(cardId, 'Ink Shop')
    api.clock.time += 5 * MINUTE_MS - 1
    expect(await codesOf(cardId, 'Ink Shop')).toEqual(DUPLICATE)
    api.clock.time += 1
    expect(await codesOf(cardId, 'Ink Shop')).toEqual([])
  })
})

it('keys are filled in until the time is over', async () => {
  const cardId = await newCard()
  await buy(cardId, 'Ink Shop')
  const names = Array.from({ length: 450 }, (_, index) => `Other ${index}`)
  await addNames(
    cardId,
    names,
    names.map(() => ''),
  )
  const left = async () => (await keysOf(cardId)).filter((key) => key === '').length
  expect(await fillMerchantKeys(api.rig.test.database, () => true)).toBe(false)
  expect(await left()).toBe(250)
  expect(await fillMerchantKeys(api.rig.test.database, () => false)).toBe(true)
  expect(await left()).toBe(0)
})

it('verify finds no difference', async () => {
  await api.rig.test.database.pool.query(`delete from transactions where account_id = 'acct_other'`)
  const differences: unknown[] = []
  await verifyDatabase(api.rig.test.database, {
    vault: await openTestVault(api.rig.test.database),
    onDifference: (found) => differences.push(found),
  })
  expect(differences).toEqual([])
})
