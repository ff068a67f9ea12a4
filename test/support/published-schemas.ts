import { Compile, type Validator } from 'typebox/schema'
import type { Operation } from '../../src/contract/operation.ts'
import { type OperationName, operations } from '../../src/contract/operations.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import type { JsonSchema } from '../../src/http/openapi/schemas.ts'

/** The API document, as clients read it. */
const document = openApiDocument({ version: '0.0.0', names: Object.keys(operations) as OperationName[] })

/** A reply to an operation, as the API document describes it. */
interface ResponseObject {
  readonly $ref?: string
  readonly content?: { readonly 'application/json'?: { readonly schema: JsonSchema } }
}

const schemas = closed(document.components.schemas)
const validators = new Map<string, Validator | null>()

/** The differences between a reply and the API document. A field that no schema names is a fault as well, because it may leak something. */
export function replySchemaFaults(name: OperationName, status: number, body: unknown): string[] {
  const validator = remembered(`${name} ${status}`, () => compiled(responseSchema(name, status)))
  if (validator === null) return [`${name} has no reply with the status ${status} in the document`]
  return [...errorsOf(validator, body), ...eventsIn(body).flatMap(eventFaults)]
}

function errorsOf(validator: Validator, value: unknown): string[] {
  if (validator.Check(value)) return []
  const [, errors] = validator.Errors(value)
  return errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
}

/**
 * The differences between an event in a list and the API document. The list has one schema for all events, so the schema of `data` is found
 * by the event's type, among the document's webhooks.
 */
function eventFaults(event: StoredEvent): string[] {
  const validator = remembered(event.type, () => compiled(eventSchema(event.type)))
  return validator === null ? [`no webhook for ${event.type}`] : errorsOf(validator, event)
}

interface StoredEvent {
  readonly type: string
  readonly data: object
}

function eventsIn(body: unknown): StoredEvent[] {
  const { data } = body as { data?: unknown }
  const all: unknown[] = Array.isArray(data) ? data : [body]
  return all.filter((each): each is StoredEvent => {
    const { id } = each as { id?: unknown }
    return typeof id === 'string' && id.startsWith('evt_')
  })
}

function responseSchema(name: OperationName, status: number): JsonSchema | undefined {
  const { path, method }: Operation = operations[name]
  const operation = document.paths[path]?.[method.toLowerCase()] as { responses: Record<number, ResponseObject> }
  const response = operation.responses[status]
  const shared = /^#\/components\/responses\/(\w+)$/.exec(response?.$ref ?? '')?.[1]
  const whole = shared === undefined ? response : (document.components.responses[shared] as ResponseObject)
  return whole?.content?.['application/json']?.schema
}

function eventSchema(type: string): JsonSchema | undefined {
  const item = document.webhooks[type] as { post: { requestBody: ResponseObject } } | undefined
  return item?.post.requestBody.content?.['application/json']?.schema
}

const compiled = (schema: JsonSchema | undefined): Validator | null =>
  schema === undefined ? null : Compile({ components: { schemas }, ...(closed(schema) as object) })

function remembered(name: string, make: () => Validator | null): Validator | null {
  let validator = validators.get(name)
  if (validator === undefined) validators.set(name, (validator = make()))
  return validator
}

/** A schema whose objects accept only the fields that they name. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]))
  const isObject = typeof inner['properties'] === 'object' && inner['type'] === 'object'
  return isObject && inner['additionalProperties'] === undefined ? { ...inner, additionalProperties: false } : inner
}
