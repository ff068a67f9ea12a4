import { type EventType, eventDataSchemas, eventTypes } from '../../contract/events.ts'
import { Id, Timestamp } from '../../contract/primitives.ts'
import { recordedEventExample } from './examples.ts'
import type { OpenApiSchemaComponents } from './schemas.ts'

/** The webhooks of the API document: for every event type the request that a receiver gets. */
export function openApiWebhooks(schemas: OpenApiSchemaComponents): Record<string, object> {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: delivery(type, schemas) }]))
}

function delivery(type: EventType, schemas: OpenApiSchemaComponents): object {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const schema = {
    type: 'object',
    required: ['id', 'type', 'createdAt', 'data'],
    properties: {
      id: { ...schemas.use(Id), description: 'Deliveries repeat: deduplicate by this id.' },
      type: { type: 'string', const: type },
      createdAt: schemas.use(Timestamp),
      data: schemas.use(eventDataSchemas[type]),
    },
  }
  const example = recordedEventExample(type)
  return {
    operationId: `on${words.join('')}`,
    tags: ['Webhooks'],
    summary: `Event ${type}`,
    description: 'Sent to every active webhook that subscribes to it. Any 2xx within 10 seconds is success.',
    security: [],
    parameters: [{ ...signature, ...(example && { example: example.signature }) }],
    requestBody: {
      required: true,
      content: { 'application/json': { schema, ...(example && { example: example.event }) } },
    },
    responses: { '200': { description: 'Received.' }, '4XX': { description: 'Refused; Purser tries again.' } },
  }
}

const signature = {
  name: 'Service-Signature',
  in: 'header',
  required: true,
  description: 'HMAC-SHA256 with the webhook secret over `t`, a period and the body, as hexadecimal text.',
  schema: { type: 'string', pattern: '^t=[0-9]+(,v1=[0-9a-f]{64})+$', maxLength: 255 },
}
