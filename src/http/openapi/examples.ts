import type { TSchema } from 'typebox'
import type { JsonSchema } from './schemas.ts'

/** `answer`: everything there is. `request`: what is required, and ids. Where all is optional: the first few. */
export type ExampleKind = 'answer' | 'request'

const TAIL = '01kdvy2n7rj4t8w0q3m5x9zb6c'
const ANY_NUMBER = 2500
const MOST_OPTIONAL = 4
const ANY_TIME = '2026-01-31T23:59:59.123Z'

/** What an `id` names, by the title of its object. */
const prefixes: Record<string, string> = {
  Customer: 'cust',
  ChangedCustomer: 'cust',
  Agent: 'agt',
  ChangedAgent: 'agt',
  Card: 'card',
  ChangedCard: 'card',
  Intent: 'int',
  Approval: 'apr',
  Transaction: 'txn',
  TransactionWithTrace: 'txn',
  AccessEvent: 'acc',
  Webhook: 'wh',
  WebhookWithSecret: 'wh',
  DeletedWebhook: 'wh',
  Delivery: 'dlv',
  DeliveryWithAttempts: 'dlv',
  ApiKey: 'key',
  ApiKeyWithSecret: 'key',
  Event: 'evt',
}

const texts: Record<string, string> = {
  customerId: `cust_${TAIL}`,
  agentId: `agt_${TAIL}`,
  cardId: `card_${TAIL}`,
  intentId: `int_${TAIL}`,
  transactionId: `txn_${TAIL}`,
  webhookId: `wh_${TAIL}`,
  eventId: `evt_${TAIL}`,
  deliveryId: `dlv_${TAIL}`,
  keyId: `key_${TAIL}`,
  accessEventId: `acc_${TAIL}`,
  replayOf: `acc_${TAIL}`,
  approvalId: `apr_${TAIL}`,
  nextCursor: 'cur_Y3Vyc29y',
  currency: 'USD',
  last4: '7899',
  pan: '4000001234567899',
  exp: '01/30',
  cvv: '123',
  expMonth: '01',
  expYear: '2030',
  first: 'Ada',
  last: 'Lovelace',
  business: 'Analytical Engines',
  email: 'ada@example.com',
  phone: '+1 555 0100',
  url: 'https://example.com/webhooks',
  purpose: 'A train ticket to a customer',
  merchant: 'Amtrak',
  merchantLock: 'Amtrak',
  expectedMerchant: 'Amtrak',
  actualMerchant: 'Amtrak',
  allowedMerchants: 'Amtrak',
  name: 'Booking agent',
  externalId: 'booking-agent-7',
  networkReference: 'ref-1000',
  line1: '12 Ockham Park',
  line2: 'Floor 2',
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  message: 'The amount is above the limit of a single transaction.',
  rule: 'limits.perAuth',
}

/** A value that the schema accepts, always the same. */
export function exampleOf(schema: TSchema | JsonSchema, kind: ExampleKind, name = ''): unknown {
  const node = schema as JsonSchema
  const [given] = (node['examples'] as unknown[] | undefined) ?? []
  if (given !== undefined) return given
  if (node['const'] !== undefined) return node['const']
  const [word] = (node['enum'] as unknown[] | undefined) ?? []
  if (word !== undefined) return word
  const [branch] = (node['anyOf'] as JsonSchema[] | undefined) ?? []
  if (branch !== undefined) return exampleOf(branch, kind, name)
  return ofType(node, kind, name)
}

function ofType(node: JsonSchema, kind: ExampleKind, name: string): unknown {
  switch (node['type']) {
    case 'object':
      return objectExample(node, kind)
    case 'array':
      return [exampleOf(node['items'] as JsonSchema, kind, name)]
    case 'string':
      return node['format'] === 'date-time' ? ANY_TIME : (texts[name] ?? `Some ${name || 'text'}`)
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.min(Math.max(Number(node['minimum'] ?? 0), ANY_NUMBER), Number(node['maximum'] ?? ANY_NUMBER))
    default:
      return {}
  }
}

function objectExample(node: JsonSchema, kind: ExampleKind): Record<string, unknown> {
  const properties = Object.entries((node['properties'] as Record<string, JsonSchema> | undefined) ?? {})
  const required = (node['required'] as string[] | undefined) ?? []
  const shown = properties.filter(
    ([name]) => required.includes(name) || (required.length > 0 && (kind === 'answer' || name.endsWith('Id'))),
  )
  const few = shown.length > 0 ? shown : properties.slice(0, MOST_OPTIONAL)
  const example = Object.fromEntries(few.map(([name, property]) => [name, exampleOf(property, kind, name)]))
  const prefix = prefixes[String(node['title'])]
  return prefix === undefined ? example : { ...example, id: `${prefix}_${TAIL}` }
}
