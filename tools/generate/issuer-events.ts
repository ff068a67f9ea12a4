import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IssuerEventNames } from '../../src/issuers/issuer.ts'
import { issuerNamed } from '../../src/issuers/registry.ts'
import { externalIssuers, issuerTitle } from '../../src/issuers/names.ts'
import { type GeneratedFile, markdownTable } from './generated-file.ts'

const PATH = 'docs/guides/issuers.md'
const TABLE = /(<!-- from src\/issuers -->\n)[\s\S]*?(\n<!-- end -->)/

/** For each event of an issuer: what has happened, and the call of Purser that reports it. */
const events: Readonly<Record<keyof IssuerEventNames, readonly [happened: string, call: string]>> = {
  asks: ['it asks', '`POST /network/authorizations`, `amount` of `pending_request`'],
  asksForMore: ['it asks for more', '`POST .../increment`'],
  answeredOtherwise: [
    'it answered otherwise: a timeout, its network, its own rules',
    '`POST /network/advices` with its `approved`, and its reason',
  ],
  holdsAnother: ['another amount is held', '`POST /network/advices` with what is held now'],
  reversed: ['reversed, or its hold ended', '`POST /network/advices`, `approved`, `amount` 0 or what is left'],
  captured: ['captured, whether or not anything was held', '`POST /network/postings`, `capture`'],
  capturedUnasked: ['captured without an authorization', 'the same, without `networkReference`'],
  returned: ['returned', '`POST /network/postings`, `credit`'],
}

/** Generates the table of issuers' events in the guide about issuers. */
export function issuerEventsFile(): GeneratedFile {
  const names = Object.keys(events) as (keyof IssuerEventNames)[]
  const rows = names.map((name) => {
    const [happened, call] = events[name]
    return [happened, ...externalIssuers.map((issuer) => issuerNamed(issuer).eventNames[name]), call]
  })
  const shown = markdownTable(['What happened', ...externalIssuers.map(issuerTitle), 'Call'], rows)
  const text = readFileSync(join(import.meta.dirname, '..', '..', PATH), 'utf8')
  return { path: PATH, text: text.replace(TABLE, (_all, begin: string, end: string) => `${begin}${shown}${end}`) }
}
