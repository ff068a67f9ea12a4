import type { TSchema } from 'typebox'
import { eventDataSchemas, type EventType } from '../../src/contract/events.ts'
import { markdownCode, type GeneratedFile, generatedMarkdownNotice, markdownTable } from './generated-file.ts'

/** When each event is emitted (contract, section 12). An event type without a row does not compile. */
const moments: Record<EventType, string> = {
  'transaction.created': 'An authorization was approved, or a forced capture posted.',
  'transaction.settled': 'The final capture of a transaction, or a forced capture.',
  'transaction.declined': 'An authorization or an increment was declined; `reasons` say why.',
  'transaction.reversed': 'An authorization was reversed, whole or in part.',
  'transaction.refunded': 'A refund was posted.',
  'transaction.documented': 'A document, such as a receipt, was attached to a transaction.',
  'intent.created': 'An intent was declared.',
  'intent.corrected':
    'The declaration of an intent was corrected, before anybody decided it and before a card number was released for it.',
  'intent.matched': 'An approved authorization matched the intent.',
  'intent.mismatched': 'An approved authorization did not match the intent.',
  'intent.expired': 'The intent was not paid, or not approved, before it expired.',
  'intent.pending_approval': 'An intent waits for a person.',
  'intent.approved': 'A person approved the intent.',
  'intent.rejected': 'A person rejected the intent.',
  'intent.canceled':
    'The intent was canceled, or the approval of the intent was taken back: then `revokedBy` says by whom.',
  'intent.reported': 'The agent reported how the purchase of the intent ended.',
  'card.created': 'A card was issued.',
  'card.frozen': 'A card became frozen; `reason` says why.',
  'card.unfrozen': 'A card became active again.',
  'card.closed': 'A card became closed; `reason` says why.',
  'card.credentials_locked':
    'There were too many wrong expiries or CVVs in a row: purchases by number are declined until `credentialsLockedUntil`.',
  'card.issuer_failed': 'The issuer of a card refused a call, or has not answered for 72 hours; `error` says why.',
  'customer.updated': 'A customer was changed; `changed` says what.',
  'agent.updated': 'An agent was changed or deleted; `changed` says what.',
  'policy.changed': 'A rule of the policy or the limits of a customer, an agent or a card was changed.',
  'budget.threshold':
    'An approved purchase has brought the spend in the window of a limit to 80 % or 100 % of the limit.',
  'change_request.created': 'An agent requested a change of a card, or of itself.',
  'change_request.approved': 'A person approved a change request, and the change was made.',
  'change_request.rejected': 'A person rejected a change request.',
  'change_request.canceled': 'A change request was canceled.',
  'change_request.expired': 'Nobody decided about a change request in time.',
  'challenge.requested': 'An issuer asks whether the cardholder agrees to a purchase, and a person has to answer.',
  'challenge.approved': 'A challenge was approved, by an intent or by a person.',
  'challenge.declined': 'A challenge was declined, by a person or because its intent was not approved.',
  'challenge.expired': 'Nobody answered a challenge in time: the issuer is told that the cardholder does not agree.',
  'subscription.created': 'A subscription was asked for.',
  'subscription.pending_approval': 'A subscription waits for a person.',
  'subscription.approved': 'A person approved a subscription: it is active.',
  'subscription.rejected': 'A person rejected a subscription.',
  'subscription.paused': 'A subscription was paused: no purchase matches it.',
  'subscription.resumed': 'A paused subscription is active again.',
  'subscription.canceled': 'A subscription was canceled.',
  'subscription.expired': 'Nobody decided about a subscription in time, or its `until` has come.',
  'subscription.matched': 'An approved purchase has matched a subscription.',
  'subscription.exceeded':
    'A purchase at the merchant of a subscription was not covered by it: it was larger than `maxAmount`, or the second of its period. `why` says which, `decision` what was decided.',
  'access.granted': 'A read of a card number was granted.',
  'access.denied': 'A read of a card number was refused.',
  'person.role_changed': 'A person has joined, or has another role.',
  'person.passkeys_changed': 'A passkey of a person was made, renamed or deleted, or an owner has agreed to one.',
  'account.stopped': 'All spending of the account was stopped; `reason` says why.',
  'account.resumed': 'The account may spend again.',
  'audit.recorded':
    'The audit trail has a new entry. It is sent only to webhooks that subscribe to it by name: `*` does not include it. `GET /events` does not list it.',
  'webhook.disabled': 'A webhook was disabled: it gets no more events.',
  'webhook.test': 'A test of a webhook, sent to that webhook alone.',
}

const head = `${generatedMarkdownNotice('src/contract/events.ts')}
# Events

Webhooks receive \`{"id","type","createdAt","data"}\`. Each event comes at least once, in no particular order: deduplicate by \`id\`. An event
is committed together with the change that it reports. No event contains a card number or CVV.
`

/** Generates the reference of event types, with the fields of their data. */
export function eventsFile(): GeneratedFile {
  const types = Object.keys(eventDataSchemas) as EventType[]
  const shapes = [...new Set(Object.values(eventDataSchemas))]
  const rows = types.map((type) => [markdownCode(type), moments[type], markdownCode(titleOf(eventDataSchemas[type]))])
  const sections = shapes.map((shape) => `## ${titleOf(shape)}\n\n${fieldsOf(shape)}\n`)
  const overview = `${markdownTable(['Type', 'When', 'Data'], rows)}\n`
  return { path: 'docs/reference/events.md', text: [head, overview, ...sections].join('\n') }
}

const titleOf = (schema: TSchema): string => (schema as { title?: string }).title ?? 'Object'

function fieldsOf(schema: { properties: Record<string, TSchema>; required?: string[] }): string {
  const rows = Object.entries(schema.properties).map(([name, field]) => [
    markdownCode(name),
    typeOf(field),
    schema.required?.includes(name) ? 'always' : 'if there is one',
  ])
  return markdownTable(['Field', 'Type', 'Present'], rows)
}

interface JsonSchema {
  type?: string
  title?: string
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.enum) return schema.enum.map((value) => markdownCode(String(value))).join(', ')
  if (schema.items) return `array of ${typeOf(schema.items)}`
  return schema.title ?? schema.type ?? 'any'
}
