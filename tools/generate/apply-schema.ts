import type { TSchema } from 'typebox'
import { Limits, Policy } from '../../src/contract/policy.ts'
import {
  type CallerSetField,
  callerSetFieldsOf,
  type CallerSetFieldName,
  type ResourceSheetRow,
} from '../../src/contract/sheets/row.ts'
import { resourceSheets } from '../../src/contract/sheets/sheets.ts'
import type { GeneratedFile } from './generated-file.ts'

type Json = Readonly<Record<string, unknown>>
type Kind = keyof typeof resourceSheets

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

/**
 * The fields of a resource that only files of `purser apply` write in another form than requests. Policies and caps have one form in all
 * files.
 */
type OwnField<K extends Kind> = {
  [F in CallerSetFieldName<(typeof resourceSheets)[K]>]: (typeof resourceSheets)[K][F] extends {
    readonly set: { readonly file: 'own'; readonly merge: infer M }
  }
    ? M extends 'policy' | 'shadow' | 'caps'
      ? never
      : F
    : never
}[CallerSetFieldName<(typeof resourceSheets)[K]>]

/** The form of a field in files of `purser apply`. `customer` and `agent` take the place of `customerId` and `agentId`. */
const ownFields: { readonly [K in Kind]: { readonly [F in OwnField<K>]: Json } } = {
  customers: {},
  agents: {
    customerId: reference('The name of a customer of the file, or the id of another.'),
    externalId: { type: 'string', minLength: 1, maxLength: 255, description: 'Default: the name of the entry.' },
  },
  cards: {
    customerId: reference(
      'The name of a customer of the file, or the id of another. A card of an agent takes the customer of the agent.',
    ),
    agentId: reference('The name of an agent of the file, or the id of another.'),
    status: plain(resourceSheets.cards.status.schema),
  },
  webhooks: {
    description: {
      type: 'string',
      maxLength: 280,
      description: 'For people. `purser apply` keeps the name of the entry at its end.',
    },
  },
}

const ids: Readonly<Record<Kind, Json>> = {
  customers: id('cust', 'a customer'),
  agents: id('agt', 'an agent'),
  cards: id('card', 'a card'),
  webhooks: id('wh', 'a webhook'),
}

/** Fields without which a file's entry cannot be made. A card needs its customer or its agent, and a customer a name or an email. */
const required: Readonly<Record<Kind, readonly string[]>> = {
  customers: [],
  agents: ['customer'],
  cards: [],
  webhooks: ['url', 'events'],
}

const about = {
  customers: 'Who pays.',
  agents: 'Programs that buy.',
  cards: 'What agents buy with.',
  webhooks: 'Where events are sent.',
} as const

/** An example of one entry of a `purser apply` file, as a mapping, shown to somebody who has written a list. */
const examples: Readonly<Record<Kind, Json>> = {
  customers: { acme: { name: { business: 'Acme' } } },
  agents: { bot: { customer: 'acme' } },
  cards: { github: { agent: 'bot' } },
  webhooks: { books: { url: 'https://books.example.com/hook', events: ['transaction.created'] } },
}

/** The schema of one file entry: the fields of the request that creates it, with `null` where a PATCH may unset the field. */
function entryOf(kind: Kind): Json {
  const own: Readonly<Record<string, Json>> = ownFields[kind]
  const given = callerSetFieldsOf(resourceSheets[kind])
  const isOwn = ([field]: (typeof given)[number]) => field in own
  const isRule = ([, { merge }]: (typeof given)[number]) => merge === 'policy' || merge === 'shadow' || merge === 'caps'
  const ordered = [
    ...given.filter(isOwn),
    ...given.filter((each) => !isOwn(each) && !isRule(each)),
    ...given.filter(isRule).toSorted(([, one], [, other]) => ruleOrder(one) - ruleOrder(other)),
  ]
  const properties = Object.fromEntries(
    ordered.map(([field, set, row]) => [
      field.replace(/^(customer|agent)Id$/, '$1'),
      { ...(own[field] ?? formOf(set, row)), ...usualOf(set) },
    ]),
  )
  return {
    type: 'object',
    additionalProperties: false,
    properties: { id: ids[kind], ...properties },
    ...(required[kind].length > 0 ? { required: required[kind] } : {}),
  }
}

const ruleOrder = ({ merge }: CallerSetField): number => ['policy', 'shadow', 'caps'].indexOf(merge)

/** The schema of a field that `purser apply` files have in the form of requests, and of rules. */
function formOf({ merge, input, update }: CallerSetField, { schema }: ResourceSheetRow): Json {
  if (merge === 'policy') return policy
  if (merge === 'shadow') return shadowPolicy
  if (merge === 'caps') return orNull(ref('Limits'))
  return update === 'unset' ? orNull(plain(input ?? schema)) : plain(input ?? schema)
}

/** The keyword `default` for a field's schema: the value that the field gets where an entry of `purser apply` leaves it out. */
const usualOf = ({ default: usual }: CallerSetField): Json => (usual === null ? {} : { default: usual })

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
  const kinds = Object.keys(resourceSheets) as Kind[]
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
