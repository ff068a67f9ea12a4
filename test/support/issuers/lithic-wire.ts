import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Schema from 'typebox/schema'

const EXAMPLES = join(import.meta.dirname, '..', '..', 'issuers', 'examples', 'lithic')

// oxlint-disable-next-line typescript/no-explicit-any -- an object of Lithic's API, whose form Lithic changes
export type LithicJson = Record<string, any>

export const lithicExample = (name: string): LithicJson =>
  JSON.parse(readFileSync(join(EXAMPLES, `${name}.json`), 'utf8')) as LithicJson

const spec = lithicExample('openapi')
const validators = new Map<string, { Check(value: unknown): boolean; Errors(value: unknown): unknown }>()

/** Throws if Lithic's own description of its API does not allow a value. `name` says in the error which value it is. */
function assertValid(name: string, schema: LithicJson | undefined, value: unknown): void {
  if (schema === undefined) throw new Error(`${name}: Lithic describes no such thing`)
  const validator = validators.get(name) ?? Schema.Compile({ ...schema, components: spec['components'] as object })
  validators.set(name, validator)
  if (!validator.Check(value)) throw new Error(`${name}: ${JSON.stringify(validator.Errors(value))}`)
}

const contentOf = (part: LithicJson | undefined): LithicJson | undefined =>
  part?.['content']?.['application/json']?.schema as LithicJson | undefined

/** Throws unless the event conforms to Lithic's description. */
export const assertLithicEvent = (body: LithicJson): void => {
  const type = body['event_type'] as string
  assertValid(type, contentOf(spec['webhooks'][type]?.post.requestBody), body)
}

/** Throws unless the answer is one that Lithic's ASA (auth stream access) permits. */
export const assertAsaAnswer = (body: unknown): void =>
  assertValid('asa-response', { $ref: '#/components/schemas/asa-response' }, body)

/** Throws unless this is an answer to a 3DS decisioning request. */
export const assertThreeDsDecision = (body: unknown): void =>
  assertValid('three-ds-decisioning', { $ref: '#/components/schemas/three-ds-decisioning' }, body)

/**
 * Checks a request to a path of Lithic's API, for instance `/v1/cards/{card_token}`. Returns why it is not a valid request; unknown fields
 * are refused, too.
 */
export function lithicRequestRefusal(path: string, { method, body, query, key }: LithicRequest): string | null {
  const described = spec['paths'][path]?.[method.toLowerCase()] as LithicJson | undefined
  if (described === undefined) return `${method} ${path} is not found`
  const parameters = ((described['parameters'] ?? []) as LithicJson[]).map(({ $ref, ...own }) =>
    $ref === undefined ? own : (spec['components'].parameters[($ref as string).split('/').at(-1) ?? ''] as LithicJson),
  )
  const known = new Set(parameters.filter((each) => each['in'] === 'query').map(({ name }) => name as string))
  const unknown = Object.keys(query).find((name) => !known.has(name))
  if (unknown !== undefined) return `${unknown} is no parameter`
  if (key !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) return 'Idempotency-Key is no UUID'
  const schema = contentOf(described['requestBody'] as LithicJson | undefined)
  if (schema === undefined) return null
  try {
    assertValid(
      `${method} ${path}`,
      { ...schema, ...('properties' in schema ? { additionalProperties: false } : {}) },
      body,
    )
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** Throws unless the reply conforms to Lithic's description of the API. */
export function assertLithicReply(path: string, method: string, body: unknown): void {
  const [[, reply] = []] = Object.entries(spec['paths'][path][method.toLowerCase()].responses as LithicJson)
  const schema = contentOf(reply as LithicJson)
  if (schema !== undefined) assertValid(`${method} ${path} replies`, schema, body)
}

export interface LithicRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly key: string | undefined
  readonly body: LithicJson
}

/** A signing secret made of one character. Different characters make different secrets. */
export const lithicSigningSecret = (character: string): string =>
  `whsec_${Buffer.alloc(32, character).toString('base64')}`

/** The headers of Standard Webhooks for a body of Lithic, with a signature by each of the secrets. */
export function signLithicMessage(body: string, secrets: readonly string[], nowMs: number, id: string = randomUUID()) {
  const timestamp = String(Math.floor(nowMs / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
