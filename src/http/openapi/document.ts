import type { Operation } from '../../contract/operation.ts'
import { IdInput } from '../../contract/primitives.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import { type ExampleKind, exampleOf } from './examples.ts'
import { errorSchema, exampleComponents, headerComponents, responseComponents, responsesOf } from './responses.ts'
import { type JsonSchema, SchemaComponents } from './schemas.ts'
import { webhooksOf } from './webhooks.ts'

export interface DocumentOptions {
  /** Of the package. */
  readonly version: string
  readonly names: readonly OperationName[]
}

/** The API as an OpenAPI 3.1 document, read from the operations: the same input always gives the same document. */
export function openApiDocument({ version, names }: DocumentOptions) {
  const schemas = new SchemaComponents()
  const paths = pathsOf(names, schemas)
  const webhooks = webhooksOf(schemas)
  const tags = [...new Set(names.map((name) => operations[name].tag))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Purser API',
      version,
      description:
        'Spending cards for software agents: policies, intents, approvals and authorizations. ' +
        'Amounts are integer cents, times are UTC with milliseconds, bodies are JSON.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this server' },
    },
    servers: [{ url: '/v1', description: 'This server: production, or a sandbox of your own.', 'x-internal': false }],
    security: [{ apiKey: [] }],
    tags: tags.map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'The secret of an API key: `sk_` and 40 characters.' },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      headers: headerComponents,
      responses: responseComponents(),
      examples: exampleComponents(names.map((name) => operations[name])),
      schemas: { ...schemas.all(), Error: errorSchema },
    },
  }
}

const tagDescriptions: Record<(typeof operations)[OperationName]['tag'], string> = {
  Customers: 'Who owns agents and cards.',
  Agents: 'Who spends.',
  Cards: 'What is spent with, who looked at its number, and what its policy allows.',
  Intents: 'Declared purposes of purchases, and the people who approve them.',
  Spend: 'Ask before you spend.',
  Transactions: 'What was spent or declined, with every rule that was checked.',
  'Network door': 'What a card network calls. In a sandbox you play the merchant here.',
  Webhooks: 'Events, who is told of them, and how each delivery went.',
  'API keys': 'Who may call this API.',
  'Audit trail': 'What anybody has changed, in a chain that shows what is changed in it.',
  'Test clock': 'Time that moves only when told to.',
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a repeated request safe: for 24 hours the same key, path and body get the first reply, without a second effect. ' +
    'Bare or in quotes.',
  schema: { type: 'string', pattern: '^("[\\x21-\\x7e]{1,255}"|[\\x21-\\x7e]{1,255})$', maxLength: 257 },
  example: 'order-1000-attempt-1',
}

function pathsOf(names: readonly OperationName[], schemas: SchemaComponents): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const name of names) {
    const operation: Operation = operations[name]
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = operationObject(name, operation, schemas)
  }
  return paths
}

function operationObject(name: OperationName, operation: Operation, schemas: SchemaComponents): object {
  const { tag, summary, description, roles, method, body, bodyOptional = false } = operation
  const allowed = `For keys of the role ${roles.map((role) => `\`${role}\``).join(', ')}.`
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: description === undefined ? allowed : `${description} ${allowed}`,
    parameters: [
      ...pathParameters(operation.path, schemas),
      ...queryParameters(operation, schemas),
      ...(method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ],
    ...(body === undefined ? {} : { requestBody: requestBody(name, { schema: body, bodyOptional }, schemas) }),
    responses: responsesOf(operation, schemas),
  }
}

const pathParameters = (path: string, schemas: SchemaComponents): object[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: `Identifier of the ${name
      .replace(/Id$/, '')
      .replaceAll(/([A-Z])/g, ' $1')
      .toLowerCase()}.`,
    schema: schemas.use(IdInput),
    example: exampleOf({ type: 'string' }, 'answer', name),
  }))

function queryParameters({ query }: Operation, schemas: SchemaComponents): object[] {
  return Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    description:
      (schema as { description?: string }).description ?? queryDescriptions[name] ?? `Only with this ${name}.`,
    schema: schemas.use(schema),
  }))
}

const queryDescriptions: Record<string, string> = {
  limit: 'Entries on a page.',
  cursor: '`nextCursor` of the page before.',
  trace: 'Adds every rule that was checked.',
}

function requestBody(
  name: OperationName,
  { schema, bodyOptional }: { schema: NonNullable<Operation['body']>; bodyOptional: boolean },
  schemas: SchemaComponents,
): object {
  const kind: ExampleKind = 'request'
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}Body`
  const reference: JsonSchema = schemas.use(schema, title)
  return {
    required: !bodyOptional,
    content: { 'application/json': { schema: reference, example: exampleOf(schema, kind) } },
  }
}
