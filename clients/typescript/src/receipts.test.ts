import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ReceiptKeys, ReceiptVerificationError, verifyReceipt } from './receipts.ts'

interface Vectors {
  readonly keys: ReceiptKeys
  readonly claims: object
  readonly cases: readonly { readonly name: string; readonly receipt: string; readonly expected: string }[]
}

const file = join(import.meta.dirname, '..', '..', 'receipt-vectors.json')
const { keys, claims, cases } = JSON.parse(readFileSync(file, 'utf8')) as Vectors

const verdict = async (receipt: string, by: ReceiptKeys = keys): Promise<string> => {
  try {
    expect(await verifyReceipt(receipt, by)).toEqual(claims)
    return 'verified'
  } catch (error) {
    return error instanceof ReceiptVerificationError ? error.reason : String(error)
  }
}

/** The same receipts are given to the Python client, in clients/python/tests. */
describe('a receipt is', () => {
  it.each(cases)('$name: $expected', async ({ receipt, expected }) => {
    expect(await verdict(receipt)).toBe(expected)
  })
})

it('is refused with any one of its bytes changed, also where the others mean the same', async () => {
  const receipt = cases[0]?.receipt ?? ''
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const changed = Array.from(receipt, (character, at) => {
    const place = characters.indexOf(character)
    const others = place < 0 ? ['A', '-', ' '] : [characters[place ^ 1], characters[place ^ 32], '.', '=', '\n', 'é']
    return others.map((other) => `${receipt.slice(0, at)}${other}${receipt.slice(at + 1)}`)
  }).flat()
  expect(changed.length).toBeGreaterThan(2000)
  const verdicts = await Promise.all(changed.map((each) => verdict(each)))
  expect(
    verdicts.filter((each) => each !== 'malformed' && each !== 'unknown_key' && each !== 'signature_mismatch'),
  ).toEqual([])
})

it.each([
  ['without a point', { x: 'AA' }],
  ['of another curve', { crv: 'P-384' }],
  ['of another kind', { kty: 'oct', k: 'AAAA' }],
])('takes no key %s', async (_what, change) => {
  const others = { keys: keys.keys.map((key) => ({ ...key, ...change })) }
  expect(await verdict(cases[0]?.receipt ?? '', others)).toBe('unknown_key')
})
