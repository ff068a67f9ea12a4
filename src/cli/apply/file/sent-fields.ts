import { originPatternOf } from '../../../lib/network/origins.ts'
import type { Fields, Kind } from './entry.ts'

/**
 * The fields of an entry in the form in which the API answers them, so that they can be compared: countries and currencies in upper case,
 * origins and URLs as they are parsed.
 */
export function sentFields(kind: Kind, fields: Fields): Fields {
  const sent: Record<string, unknown> = { ...fields }
  for (const rules of ['policy', 'shadowPolicy'] as const) {
    if (isObject(sent[rules])) sent[rules] = storedPolicy(sent[rules])
  }
  if (sent['policy'] === null) sent['policy'] = {}
  if (sent['limits'] === null) sent['limits'] = {}
  if (typeof sent['currency'] === 'string') sent['currency'] = sent['currency'].toUpperCase()
  if (kind === 'webhooks' && URL.canParse(String(sent['url']))) sent['url'] = new URL(String(sent['url'])).href
  return sent
}

function storedPolicy(policy: Fields): Fields {
  const stored: Record<string, unknown> = { ...policy }
  for (const field of ['allowedCountries', 'blockedCountries']) {
    if (Array.isArray(stored[field])) stored[field] = (stored[field] as string[]).map((each) => each.toUpperCase())
  }
  const origins = stored['allowedOrigins']
  if (Array.isArray(origins))
    stored['allowedOrigins'] = (origins as string[]).map((each) => originPatternOf(each) ?? each)
  return stored
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
