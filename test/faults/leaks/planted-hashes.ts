import { hash } from 'node:crypto'
import { canonicalJson } from '../../../src/lib/canonical-json.ts'
import { luhnDigit } from '../../../src/vault/card-number.ts'
import type { Target } from './dictionary-attack.ts'
import type { LeakRig } from './leak-rig.ts'

/** A number of no card: plain hashes of it are stored on purpose, to be found. */
const PLANTED_BIN = '40000013'
const BODY = `${PLANTED_BIN}0042042`
const NUMBER = BODY + luhnDigit(BODY)
const CVV = '042'
const request = { amount: 1, pan: NUMBER, cvv: CVV }

export const planted: Target = {
  bin: PLANTED_BIN,
  pan: NUMBER,
  requests: [{ method: 'POST', path: '/network/authorizations', body: JSON.stringify(request) }],
}

const asStored = canonicalJson({ query: {}, body: request })

/** How the attack names what can stand in a text. */
const WRITTEN: Record<string, string> = {
  'sha256 of number, hex': hash('sha256', NUMBER),
  'sha1 of number and CVV, HEX': hash('sha1', NUMBER + CVV).toUpperCase(),
  'md5 of body as sent, base64': hash('md5', JSON.stringify(request), 'base64'),
  // Begins otherwise in base64 and in base64url.
  'sha256 of body as sent, base64url': hash('sha256', JSON.stringify(request), 'base64url'),
  'sha256 of canonical body and query, hex': hash('sha256', asStored),
}
const RAW: Record<string, Buffer> = {
  'sha256 of number, raw': hash('sha256', NUMBER, 'buffer'),
  'sha1 of number and CVV, raw': hash('sha1', NUMBER + CVV, 'buffer'),
  'md5 of canonical body, raw': hash('md5', canonicalJson(request), 'buffer'),
  'sha256 of canonical body and query, raw': hash('sha256', asStored, 'buffer'),
}

export const writtenHashes: readonly string[] = Object.values(WRITTEN)
/** What must be found where texts are looked through, and where bytes are as well. */
export const inTexts: readonly string[] = Object.keys(WRITTEN)
export const inBytes: readonly string[] = [...inTexts, ...Object.keys(RAW)]

/** A column of plain hashes, as a careless version would have had it. */
export async function plantHashes({ database: { pool } }: LeakRig): Promise<void> {
  await pool.query('create table planted_hashes (hash bytea)')
  for (const bytes of Object.values(RAW)) await pool.query('insert into planted_hashes values ($1)', [bytes])
}
