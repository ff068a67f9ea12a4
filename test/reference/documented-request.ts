import { type OperationName, operations } from '../../src/contract/operations.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import type { Sent, Step } from './step.ts'

interface Example {
  readonly value?: unknown
  readonly $ref?: string
  /** Shown, and not sent. */
  readonly 'x-disabled'?: true
}
interface Shown {
  readonly examples?: Readonly<Record<string, Example>>
}
interface Parameter extends Shown {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly example?: unknown
}
interface Content {
  readonly content: { readonly 'application/json': Shown }
}
interface OperationObject {
  readonly parameters: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

/** As a node with a test clock serves it. */
export const document = openApiDocument({ version: '0.0.0', names: Object.keys(operations) as OperationName[] })

const operationOf = (name: OperationName): OperationObject => {
  const { path, method } = operations[name]
  return document.paths[path]?.[method.toLowerCase()] as OperationObject
}

/** The request that the document shows under that name, as whoever reads it would send it; what it does not show is the story's. */
export function documentedRequest(step: Step): Sent {
  const { operation, name, status = 200 } = step
  if (name === undefined || status >= 400) return step
  const { parameters, requestBody } = operationOf(operation)
  const valuesIn = (place: 'path' | 'query') =>
    Object.fromEntries(
      parameters
        .filter((each) => each.in === place)
        .filter((each) => each.examples?.[name]?.['x-disabled'] !== true)
        .map((each) => [each.name, each.examples?.[name]?.value ?? each.example])
        .filter(([, value]) => value !== undefined),
    ) as Record<string, string>
  const body = requestBody?.content['application/json'].examples?.[name]?.value as object | undefined
  return { path: valuesIn('path'), query: valuesIn('query'), ...(body === undefined ? {} : { body }) }
}

/** Every reply with that status that the document shows for an operation. */
export function documentedReplies(name: OperationName, status: number): unknown[] {
  const response = operationOf(name).responses[String(status)]
  const content = response?.content ?? (document.components.responses[String(status)] as Content).content
  return Object.values(content['application/json'].examples ?? {}).map(
    ({ value, $ref = '' }) => value ?? sharedExamples[$ref.split('/').at(-1) ?? '']?.value,
  )
}

const sharedExamples = document.components.examples as Record<string, { value: unknown }>
