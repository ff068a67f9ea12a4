import type { Operation } from '../../contract/operation.ts'
import { IdInput } from '../../contract/primitives.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import { ISSUERS_OPENAPI_TAG, issuerOpenApiPaths, issuerSecuritySchemes } from './issuer-paths.ts'
import { recordedBodyExamples, pathParameterExamples, queryParameterExamples } from './examples.ts'
import {
  errorReplySchema,
  openApiExampleComponents,
  openApiHeaderComponents,
  openApiResponseComponents,
  openApiResponsesOf,
} from './responses.ts'
import { type JsonSchema, OpenApiSchemaComponents } from './schemas.ts'
import { openApiWebhooks } from './webhooks.ts'
import type { ErrorCatalogueRow } from '../../contract/error-rows.ts'
import { errorCatalogue } from '../../contract/errors.ts'

export interface OpenApiDocumentOptions {
  /** The version of Purser's package. */
  readonly version: string
  readonly names: readonly OperationName[]
}

/** The API as an OpenAPI 3.1 document, made from the operations. The same input always gives the same document. */
export function openApiDocument({ version, names }: OpenApiDocumentOptions) {
  const schemas = new OpenApiSchemaComponents()
  const paths: Record<string, Record<string, object>> = { ...pathsOf(names, schemas), ...issuerOpenApiPaths(schemas) }
  const webhooks = openApiWebhooks(schemas)
  const tags = [...new Set(names.map((name) => operations[name].tag))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Purser API',
      version,
      description:
        'Spending cards for software agents: policies, intents, approvals and authorizations. ' +
        'Amounts are integer cents, times are UTC with milliseconds, bodies are JSON.\n\n' +
        'The examples were recorded on a new installation: the requests as they were sent, and the replies as they came. ' +
        'Their ids and secrets belong to the documentation: before you send an example, replace the ids by those of your own replies. ' +
        'Card numbers have a test BIN and cannot buy anything.\n\n# Errors\n\n' +
        errorTableMarkdown(),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this server' },
    },
    servers: [{ url: '/v1', description: 'This server: production, or a sandbox of your own.', 'x-internal': false }],
    security: [{ apiKey: [] }],
    tags: [...tags.map((name) => ({ name, description: tagDescriptions[name] })), ISSUERS_OPENAPI_TAG],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'The secret of an API key: `sk_` and 40 characters.' },
        ...issuerSecuritySchemes,
      },
      parameters: { IdempotencyKey: idempotencyKey },
      headers: openApiHeaderComponents,
      responses: openApiResponseComponents(),
      examples: openApiExampleComponents(names.map((name) => operations[name])),
      schemas: { ...schemas.all(), Error: errorReplySchema },
    },
  }
}

const tagDescriptions: Record<(typeof operations)[OperationName]['tag'], string> = {
  Customers: 'People and businesses that own agents and cards. Their limits apply to all of these.',
  Agents: 'The software that spends for a customer, with a policy and limits of its own.',
  Cards: 'Issue cards, freeze and close them, read their numbers, and see who read them and what their policies allow.',
  Fillers: 'Programs that enter card numbers for an agent, so that the caller who asks for a number never sees it.',
  Intents: 'Purchases that agents declare before they pay, and that a person approves where the policy requires it.',
  'Change requests': 'Changes of cards or agents that agents ask people for, and the decisions about them.',
  Challenges: 'Questions of issuers whether the cardholder agrees to a purchase (3-D Secure), and the answers.',
  Subscriptions:
    'Purchases of a card that come again, each period up to an amount, which a person may have to approve.',
  Spend: 'Ask whether a purchase would be approved, without making it.',
  Policies: 'Try rules on past purchases before you apply them.',
  Merchants: 'How merchant names are compared: why an acquirer’s name matches a listed one, or does not.',
  Transactions: 'Every purchase, approved or declined, with each rule that was checked.',
  Postings: 'What moved money, by the moment at which it did, and its sums.',
  Stats: 'Spent and declined amounts by hour and day.',
  'Network API':
    'The operations that a card network calls to authorize, capture, reverse and refund. In a sandbox, you use them to act as the merchant.',
  Webhooks: 'Events, the endpoints that receive them, and the result of each delivery.',
  'API keys': 'Keys that call this API, with their roles, rate limits, networks and expiries.',
  People: 'People who sign in to the dashboard: invitations, roles, passwords and sessions.',
  Notifications: 'The events of which people are notified by mail, and accounts in Slack.',
  'Audit trail': 'Who changed what and when, in a hash chain that reveals tampering.',
  'Test clock': 'A clock for tests: time stands still until you move it. It exists only with `PURSER_TEST_CLOCK=true`.',
}

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The id of the last event that was received. A browser sends it when it connects again.',
  schema: { type: 'string', pattern: '^evt_[0-9a-hjkmnp-tv-z]{26}$', maxLength: 30 },
  example: 'evt_01kdvy2n7rj4t8w0q3m5x9zb6c',
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to repeat a request: for 24 hours, the same key, path and body get the first reply, without a second effect. ' +
    'The key may be in quotes.',
  schema: { type: 'string', pattern: '^("[\\x21-\\x7e]{1,255}"|[\\x21-\\x7e]{1,255})$', maxLength: 257 },
}

function pathsOf(
  names: readonly OperationName[],
  schemas: OpenApiSchemaComponents,
): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const name of names) {
    const operation: Operation = operations[name]
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = operationObject(name, operation, schemas)
  }
  return paths
}

function operationObject(name: OperationName, operation: Operation, schemas: OpenApiSchemaComponents): object {
  const { tag, summary, description, roles, method, body, bodyOptional = false } = operation
  const allowed = `For keys of the role ${roles.map((role) => `\`${role}\``).join(', ')}.`
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: description === undefined ? allowed : `${description} ${allowed}`,
    parameters: [
      ...pathParameters(name, schemas),
      ...queryParameters(name, schemas),
      ...(method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
      ...(operation.stream === undefined ? [] : [lastEventId]),
    ],
    ...(body === undefined ? {} : { requestBody: requestBody(name, { schema: body, bodyOptional }, schemas) }),
    responses: openApiResponsesOf(name, schemas),
  }
}

const pathParameters = (operation: OperationName, schemas: OpenApiSchemaComponents): object[] =>
  [...operations[operation].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: `Identifier of the ${name
      .replace(/Id$/, '')
      .replaceAll(/([A-Z])/g, ' $1')
      .toLowerCase()}.`,
    schema: schemas.use(IdInput),
    ...pathParameterExamples(operation, name),
  }))

function queryParameters(operation: OperationName, schemas: OpenApiSchemaComponents): object[] {
  const { query }: Operation = operations[operation]
  return Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    description:
      (schema as { description?: string }).description ??
      queryDescriptions[name] ??
      `Only entries with this \`${name}\`.`,
    schema: schemas.use(schema),
    ...queryParameterExamples(operation, name, schema as JsonSchema),
  }))
}

const queryDescriptions: Record<string, string> = {
  limit: 'The most entries of the answer.',
  cursor: 'The `nextCursor` of the previous page.',
  trace: 'Whether the answer has every rule that was checked, as `trace`.',
}

function requestBody(
  name: OperationName,
  { schema, bodyOptional }: { schema: NonNullable<Operation['body']>; bodyOptional: boolean },
  schemas: OpenApiSchemaComponents,
): object {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}Body`
  const reference: JsonSchema = schemas.use(schema, title)
  return {
    required: !bodyOptional,
    content: { 'application/json': { schema: reference, examples: recordedBodyExamples(name) } },
  }
}

/** The errors of the API as a table in Markdown. The reference shows it below its own heading, `/docs#description/errors`. */
function errorTableMarkdown(): string {
  const rows = Object.entries<ErrorCatalogueRow>(errorCatalogue).map(
    ([code, { status, message, hint, retryable }]) =>
      `| ${status} | \`${code}\` | ${message} | ${hint} | ${retryable ? 'yes' : 'no'} |`,
  )
  return ['| Status | Code | Message | What to do | Retryable |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
}
