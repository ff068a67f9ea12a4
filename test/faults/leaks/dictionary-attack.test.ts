import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../src/lib/canonical-json.ts'
import { ByteWindowFilter } from '../../support/byte-windows.ts'
import { attack, candidates } from './dictionary-attack.ts'
import { planted } from './planted-hashes.ts'

const { bin, pan } = planted
const [request] = planted.requests
const body = JSON.parse(request?.body ?? '') as Record<string, unknown>

/** Where one hash is stored, among other bytes. */
const attacked = (stored: string | Buffer) =>
  attack(planted, ByteWindowFilter.over([Buffer.concat([Buffer.alloc(64, 'x'), Buffer.from(stored)])]), 2)

describe('an attack with a dictionary', () => {
  it('tries every valid number that BIN and last four digits leave, and no other', () => {
    const numbers = candidates(bin, pan.slice(-4))
    expect(numbers).toContain(pan)
    expect(new Set(numbers).size).toBe(1000)
    expect(numbers.every((number) => number.startsWith(bin) && number.endsWith(pan.slice(-4)))).toBe(true)
  })

  it.each<[string, string | Buffer]>([
    ['sha256 of number, raw', hash('sha256', pan, 'buffer')],
    ['md5 of number, HEX', hash('md5', pan).toUpperCase()],
    ['sha1 of number in groups, base64', hash('sha1', '4000 0013 0042 0429'.replace(/.$/, pan.slice(-1)), 'base64')],
    ['sha256 of number and CVV, hex', hash('sha256', `${pan}|042`)],
    ['sha256 of body as sent, base64url', hash('sha256', JSON.stringify(body), 'base64url')],
    ['sha1 of canonical body, raw', hash('sha1', canonicalJson(body), 'buffer').subarray(0, 16)],
    ['sha256 of canonical body and query, raw', hash('sha256', canonicalJson({ body, query: {} }), 'buffer')],
    ['sha256 of body as sent, hex', hash('sha256', JSON.stringify({ ...body, cvv: '999' }))],
  ])('finds the %s', (how, stored) => {
    expect(attacked(stored)).toMatchObject([{ pan, how }])
  })

  it('finds nothing where nothing is to be found', () => {
    expect(attacked(hash('sha256', 'another text', 'buffer'))).toEqual([])
  })
})
