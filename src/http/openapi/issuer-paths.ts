import { errorCatalogue } from '../../contract/errors.ts'
import {
  issuerExampleEvents,
  issuerEndpointErrors,
  issuerEndpoints,
  issuerSignatures,
} from '../../contract/operations/issuers.ts'
import type { OpenApiSchemaComponents } from './schemas.ts'

export const ISSUERS_OPENAPI_TAG = {
  name: 'Issuers',
  description: 'The endpoints that issuers of cards call, outside of `/v1`. They authenticate by their signature.',
}

/** A security scheme of the API document for each issuer: `acmeSignature`. */
export const issuerSecuritySchemes: Readonly<Record<string, object>> = Object.fromEntries(
  issuerSignatures.map(({ name, header, form }) => [
    `${name}Signature`,
    { type: 'apiKey', in: 'header', name: header, description: `Over the bytes of the body: ${form}.` },
  ]),
)

/** The endpoints that issuers call, as paths of the API document. */
export const issuerOpenApiPaths = (schemas: OpenApiSchemaComponents): Record<string, Record<string, object>> =>
  Object.fromEntries(
    Object.entries(issuerEndpoints).map(([operationId, endpoint]) => [
      endpoint.path,
      pathOf(operationId, endpoint, schemas),
    ]),
  )

type IssuerEndpoint = (typeof issuerEndpoints)[keyof typeof issuerEndpoints]

function pathOf(operationId: string, endpoint: IssuerEndpoint, schemas: OpenApiSchemaComponents) {
  const { summary, description, response } = endpoint
  const examples = Object.entries(endpoint.examples).map(([name, value]) => [name, { summary: `To ${name}.`, value }])
  const answered = { schema: schemas.use(response), examples: Object.fromEntries(examples) as object }
  return {
    servers: [{ url: '/', description: 'This server, outside of `/v1`.', 'x-internal': false }],
    post: {
      operationId,
      tags: [ISSUERS_OPENAPI_TAG.name],
      summary,
      description,
      security: Object.keys(issuerSecuritySchemes).map((scheme) => ({ [scheme]: [] })),
      parameters: [issuer],
      requestBody: {
        required: true,
        description: 'Of the issuer, at most 256 KiB.',
        content: { 'application/json': { schema: schemas.use(event), examples: { event: eventExample } } },
      },
      responses: {
        200: { description: 'OK.', content: { 'application/json': answered } },
        ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
      },
    },
  }
}

const statuses = [...new Set(issuerEndpointErrors.map((code) => errorCatalogue[code].status))]

const issuer = {
  name: 'issuer',
  in: 'path',
  required: true,
  description: 'Who it is.',
  schema: { type: 'string', enum: issuerSignatures.map(({ name }) => name) },
  example: issuerSignatures[0]?.name,
}

const event = {
  type: 'object',
  description: 'As the issuer defines it.',
  additionalProperties: true,
}

const [shown] = issuerExampleEvents
const eventExample = { summary: `An event of ${shown?.title}.`, value: shown?.event }
