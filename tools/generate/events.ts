import type { TSchema } from 'typebox'
import { eventData, type EventType } from '../../src/contract/events.ts'
import { code, type GeneratedFile, markdownNotice, table } from './generated-file.ts'

/** When each is emitted (contract, section 12). A type without a row does not compile. */
const moments: Record<EventType, string> = {
  'transaction.created': 'An authorization was approved, or a forced capture posted.',
  'transaction.settled': 'The final capture of a transaction, or a forced capture.',
  'transaction.declined': 'An authorization, or an amount to add to one, was declined; `reasons` say why.',
  'transaction.reversed': 'An authorization was reversed, whole or in part.',
  'transaction.refunded': 'A refund was posted.',
  'intent.created': 'An intent was declared.',
  'intent.matched': 'An approved authorization matched the intent.',
  'intent.mismatched': 'An approved authorization did not match the intent.',
  'intent.expired': 'The intent, or its wait for approval, ran out.',
  'intent.pending_approval': 'An intent waits for a person.',
  'intent.approved': 'A person approved the intent.',
  'intent.rejected': 'A person rejected the intent.',
  'intent.canceled': 'The intent was canceled.',
  'intent.reported': 'The agent said how the purchase of the intent has ended.',
  'card.created': 'A card was issued.',
  'card.frozen': 'A card became frozen; `reason` says why.',
  'card.unfrozen': 'A card became active again.',
  'card.closed': 'A card became closed; `reason` says why.',
  'card.credentials_locked': 'Too many wrong expiries or CVVs in a row: purchases by number are declined until then.',
  'card.issuer_failed':
    'The issuer of a card refused what it was asked, or has not answered for 72 hours; `error` says why.',
  'customer.updated': 'Something of a customer was changed; `changed` says what.',
  'agent.updated': 'Something of an agent was changed, or the agent was deleted; `changed` says what.',
  'policy.changed': 'A rule of the policy or the limits of a customer, an agent or a card was changed.',
  'budget.threshold': 'An approval has brought what is spent in the window of a limit to 80 % or to 100 % of it.',
  'change_request.created': 'An agent asks for a change of a card, or of itself.',
  'change_request.approved': 'A person approved a change request, and the change was made.',
  'change_request.rejected': 'A person rejected a change request.',
  'change_request.canceled': 'A change request was taken back.',
  'change_request.expired': 'Nobody decided about a change request in time.',
  'access.granted': 'A look at a card number was granted.',
  'access.denied': 'A look at a card number was refused.',
  'person.passkeys_changed': 'A passkey of a person was made, renamed or deleted, or an owner has agreed to one.',
  'account.stopped': 'All spending of the account was stopped; `reason` says why.',
  'account.resumed': 'The account may spend again.',
  'webhook.disabled': 'A webhook was disabled: it is told nothing any more.',
  'webhook.test': 'The test of a webhook, sent to it alone.',
}

const head = `${markdownNotice('src/contract/events.ts')}
# Events

Webhooks receive \`{"id","type","createdAt","data"}\`. At least once, in no certain order: deduplicate by \`id\`. An event
is committed with the change it tells of. No event carries a card number or CVV.
`

/** Every event type and the fields of its data. */
export function eventsFile(): GeneratedFile {
  const types = Object.keys(eventData) as EventType[]
  const shapes = [...new Set(Object.values(eventData))]
  const rows = types.map((type) => [code(type), moments[type], code(titleOf(eventData[type]))])
  const sections = shapes.map((shape) => `## ${titleOf(shape)}\n\n${fieldsOf(shape)}\n`)
  const overview = `${table(['Type', 'When', 'Data'], rows)}\n`
  return { path: 'docs/reference/events.md', text: [head, overview, ...sections].join('\n') }
}

const titleOf = (schema: TSchema): string => (schema as { title?: string }).title ?? 'Object'

function fieldsOf(schema: { properties: Record<string, TSchema>; required?: string[] }): string {
  const rows = Object.entries(schema.properties).map(([name, field]) => [
    code(name),
    typeOf(field),
    schema.required?.includes(name) ? 'always' : 'where there is one',
  ])
  return table(['Field', 'Type', 'Present'], rows)
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
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ')
  if (schema.items) return `array of ${typeOf(schema.items)}`
  return schema.title ?? schema.type ?? 'any'
}
