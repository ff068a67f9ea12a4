import type { TObject, TSchema } from 'typebox'
import { Limits, Policy } from '../../src/contract/policy.ts'
import { CreateAgentBody, UpdateAgentBody } from '../../src/contract/resources/agents.ts'
import { CardStatus, CreateCardBody, UpdateCardBody } from '../../src/contract/resources/cards.ts'
import { CreateCustomerBody, UpdateCustomerBody } from '../../src/contract/resources/customers.ts'
import { CreateWebhookBody, UpdateWebhookBody } from '../../src/contract/resources/webhooks.ts'
import type { GeneratedFile } from './generated-file.ts'

type Json = Readonly<Record<string, unknown>>

const NAME = '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'
const ref = (name: string): Json => ({ $ref: `#/$defs/${name}` })

const id = (prefix: string, what: string): Json => ({
  type: 'string',
  pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`,
  description: `The id of ${what} that exists already: apply takes it over under this name.`,
})
const reference = (description: string): Json => ({ type: 'string', minLength: 1, maxLength: 128, description })
const rules = (description: string, ...more: Json[]): Json => ({
  anyOf: [reference('The name of a policy of the file.'), ref('Policy'), ...more],
  description,
})
const policy = rules(
  'The whole policy: the name of one under `policies`, or its fields. A field that is not in it is unset.',
)
const shadowPolicy = rules('The policy that decides beside the real one, without effect. `null` ends it.', {
  type: 'null',
})

/** The fields of an entry in a file of `purser apply` that differ from the body of the API request that creates the object. */
const ownFields = {
  customers: { id: id('cust', 'a customer') },
  agents: {
    id: id('agt', 'an agent'),
    customer: reference('The name of a customer of the file, or the id of another.'),
    externalId: { type: 'string', minLength: 1, maxLength: 255, description: 'Default: the name of the entry.' },
  },
  cards: {
    id: id('card', 'a card'),
    customer: reference(
      'The name of a customer of the file, or the id of another. A card of an agent takes the customer of the agent.',
    ),
    agent: reference('The name of an agent of the file, or the id of another.'),
    status: plain(CardStatus),
  },
  webhooks: {
    id: id('wh', 'a webhook'),
    description: {
      type: 'string',
      maxLength: 280,
      description: 'For people. `purser apply` keeps the name of the entry at its end.',
    },
  },
} as const

const bodies = {
  customers: { create: CreateCustomerBody, update: UpdateCustomerBody, required: [] },
  agents: { create: CreateAgentBody, update: UpdateAgentBody, required: ['customer'] },
  cards: { create: CreateCardBody, update: UpdateCardBody, required: [] },
  webhooks: { create: CreateWebhookBody, update: UpdateWebhookBody, required: ['url', 'events'] },
} as const

/** The values that an object gets if its creation does not set them. `purser export` leaves these values out. */
const usual: Readonly<Record<Kind, Json>> = {
  customers: { type: 'consumer', status: 'active' },
  agents: { status: 'active' },
  cards: { type: 'virtual', usage: 'multi', status: 'active' },
  webhooks: { status: 'active' },
}

/** Fields that a PATCH accepts only with their present value. */
const kept: ReadonlySet<string> = new Set(['currency'])

const about = {
  customers: 'Who pays.',
  agents: 'Programs that buy.',
  cards: 'What agents buy with.',
  webhooks: 'Where events are sent.',
} as const

/** An example of one entry, as a mapping, shown to somebody who has written a list. */
const examples: Readonly<Record<Kind, Json>> = {
  customers: { acme: { name: { business: 'Acme' } } },
  agents: { bot: { customer: 'acme' } },
  cards: { github: { agent: 'bot' } },
  webhooks: { books: { url: 'https://books.example.com/hook', events: ['transaction.created'] } },
}

type Kind = keyof typeof bodies

/** Fields of the request that an entry of a file has in another form, or not at all. */
const replaced = new Set(['customerId', 'agentId', 'policy', 'shadowPolicy', 'limits'])

/** The schema of one entry: the fields of the request that creates it, with `null` where a PATCH may unset the field. */
function entryOf(kind: Kind): Json {
  const { create, update, required } = bodies[kind]
  const own: Json = ownFields[kind]
  const fields = Object.entries((create as TObject).properties)
    .filter(([name]) => !replaced.has(name) && !(name in own))
    .map(([name, schema]) => [name, mayBeNull(update, name) ? orNull(plain(schema)) : plain(schema)] as const)
  const withRules = 'policy' in (create as TObject).properties
  const settable = {
    ...own,
    ...(Object.fromEntries(fields) as Json),
    ...(withRules ? { policy, shadowPolicy, limits: orNull(ref('Limits')) } : {}),
  }
  const properties = Object.fromEntries(
    Object.entries(settable).map(([name, schema]) => [name, { ...schema, ...notes(kind, name) }]),
  )
  return { type: 'object', additionalProperties: false, properties, ...(required.length > 0 ? { required } : {}) }
}

/** Notes on a field that only `purser apply` has. */
function notes(kind: Kind, name: string): Json {
  const { create, update } = bodies[kind]
  const isInBody = name in (create as TObject).properties
  const isFixed = isInBody && (kept.has(name) || !(name in (update as TSchema as TObject).properties))
  return { ...(name in usual[kind] ? { default: usual[kind][name] } : {}), ...(isFixed ? { [FIXED]: true } : {}) }
}

/** The keyword that marks a field which cannot change after the object's creation. */
const FIXED = 'x-fixed'

/** Whether a PATCH accepts `null` for a field. */
function mayBeNull(update: TSchema, name: string): boolean {
  const { anyOf = [] } = ((update as TObject).properties[name] ?? {}) as { anyOf?: readonly { type?: string }[] }
  return anyOf.some(({ type }) => type === 'null')
}

const orNull = ({ description, ...schema }: Json): Json => ({
  anyOf: [schema, { type: 'null' }],
  ...(description === undefined ? {} : { description }),
})

/** A schema without the keywords that TypeBox adds to JSON Schema. */
function plain(schema: TSchema): Json {
  return JSON.parse(JSON.stringify(schema)) as Json
}

const byName = (entry: string, description: string, example: Json): Json => ({
  type: 'object',
  description,
  propertyNames: { pattern: NAME },
  additionalProperties: ref(entry),
  examples: [example],
})

/** Generates the JSON Schema of the files that `purser apply` reads. The command checks files by it, and so do editors. */
export function applySchemaFile(): GeneratedFile {
  const kinds = Object.keys(bodies) as Kind[]
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A file of purser apply',
    description: 'Customers, agents, cards, policies and webhooks by name. Amounts are in cents.',
    type: 'object',
    additionalProperties: false,
    properties: {
      project: {
        type: 'string',
        pattern: NAME,
        description: 'Tells the entries of these files from those of other files for the same account.',
      },
      policies: byName('Policy', 'Policies that customers, agents and cards name.', {
        strict: { requireIntent: true },
      }),
      ...Object.fromEntries(kinds.map((kind) => [kind, byName(kind, about[kind], examples[kind])])),
    },
    $defs: {
      Policy: plain(Policy),
      Limits: plain(Limits),
      ...Object.fromEntries(kinds.map((kind) => [kind, entryOf(kind)])),
    },
  }
  return { path: 'purser.schema.json', text: `${JSON.stringify(schema, null, 2)}\n` }
}
