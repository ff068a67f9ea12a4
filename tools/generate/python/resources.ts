import type { Operation } from '../../../src/contract/operation.ts'
import { type OperationName, operations } from '../../../src/contract/operations.ts'
import type { JsonSchema } from '../../../src/http/openapi/schemas.ts'
import type { GeneratedFile } from '../generated-file.ts'
import { clientNamesOfOperations } from '../sdk.ts'
import { pythonAnnotation } from './annotations.ts'
import {
  pythonDocstring,
  indentedLines,
  pythonParameter,
  pascalCase,
  pythonLiteral,
  snakeCase,
  wrapPython,
} from './text.ts'
import { fieldDescription } from './typed-dicts.ts'
import type { OpenApiDocument } from './types.ts'

/** The style of the generated methods: blocking, or with `await`. */
interface Style {
  readonly path: string
  readonly prefix: string
  readonly keyword: string
  readonly wait: string
  readonly listing: string
  readonly send: string
}

const styles: readonly Style[] = [
  { path: '_resources.py', prefix: '', keyword: 'def', wait: '', listing: 'Listing', send: 'Send' },
  {
    path: '_async_resources.py',
    prefix: 'Async',
    keyword: 'async def',
    wait: 'await ',
    listing: 'AsyncListing',
    send: 'AsyncSend',
  },
]

/** Generates every operation as a method of its resource, once blocking and once for `await`. */
export const pythonResourceFiles = (document: OpenApiDocument): GeneratedFile[] =>
  styles.map((style) => ({ path: `clients/python/src/purser_client/${style.path}`, text: moduleText(style, document) }))

function moduleText(style: Style, document: OpenApiDocument): string {
  const resources = groupedOperations()
  const classes = [...resources].map(([resource, methods]) => {
    const texts = methods.flatMap(([method, name]) => ['', ...methodLines(method, callOf(name, document), style)])
    const init = [`def __init__(self, send: ${style.send}) -> None:`, '    self._send = send']
    return [`class ${style.prefix}${pascalCase(resource)}:`, ...indentedLines([...init, ...texts]), ''].join('\n')
  })
  const api = [
    `class ${style.prefix}Api:`,
    ...indentedLines([
      '"""Every operation, grouped by resource."""',
      '',
      `def __init__(self, send: ${style.send}) -> None:`,
      ...[...resources.keys()].map(
        (resource) => `    self.${snakeCase(resource)} = ${style.prefix}${pascalCase(resource)}(send)`,
      ),
    ]),
    '',
  ]
  const body = [...classes, api.join('\n')].join('\n\n')
  return `${headOf(style, body)}\n\n\n${body}`
}

function headOf({ listing, send }: Style, body: string): string {
  const typing = ['Any', 'Dict', 'List', 'Literal', 'Optional', 'Union'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(body),
  )
  return [
    '# Generated from src/contract by tools/generate.ts. Do not edit.',
    'from __future__ import annotations',
    '',
    `from typing import ${typing.join(', ')}`,
    '',
    'from . import types',
    'from ._call import Request, segment',
    `from ._listing import ${listing}, ${send}`,
    'from ._omit import OMIT, Maybe',
  ].join('\n')
}

function groupedOperations(): Map<string, [string, OperationName][]> {
  const groups = new Map<string, [string, OperationName][]>()
  for (const [name, clientName] of Object.entries(clientNamesOfOperations) as [OperationName, string][]) {
    const [resource, method] = clientName.split('.') as [string, string]
    groups.set(resource, [...(groups.get(resource) ?? []), [snakeCase(method), name]])
  }
  return groups
}

interface Argument {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string | undefined
}

/** The parts of an operation that its method in the Python client needs. */
interface Call {
  readonly operation: Operation
  readonly ids: readonly string[]
  readonly body: readonly Argument[]
  readonly query: readonly Argument[]
  readonly answer: string
  readonly isList: boolean
}

function callOf(name: OperationName, document: OpenApiDocument): Call {
  const operation: Operation = operations[name]
  const declared = document.paths[operation.path]?.[operation.method.toLowerCase()] as DeclaredOperation
  const bodySchema = declared.requestBody?.content['application/json'].schema
  const body = bodySchema === undefined ? [] : argumentsOf(resolved(bodySchema, document))
  const query = declared.parameters.filter((each) => each.in === 'query').map((each) => queryArgument(each))
  const answer = declared.responses[operation.status]?.content?.['application/json'].schema as JsonSchema
  const isList = query.some((argument) => argument.name === 'cursor')
  const item = isList ? ((answer['properties'] as Schemas)['data']?.['items'] as JsonSchema) : answer
  const ids = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, id]) => snakeCase(id as string))
  return { operation, ids, body, query, answer: typeOf(item), isList }
}

type Schemas = Readonly<Record<string, JsonSchema>>

interface DeclaredOperation {
  readonly parameters: readonly { in?: string; name: string; schema: JsonSchema; description?: string }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<number, Partial<Content>>>
}

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: JsonSchema } }
}

/** The Python annotation of a schema. Types are written `types.Card`, so that a resource may have a method or class of the same name. */
const typeOf = (schema: JsonSchema): string =>
  pythonAnnotation(schema, () => {
    throw new Error('an argument has no name for its type')
  }).replaceAll(/\b(?!(?:Any|Dict|List|Literal|None|Optional|True|Union)\b)[A-Z]\w+\b(?!")/g, 'types.$&')

function resolved(schema: JsonSchema, document: OpenApiDocument): JsonSchema {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
  return name === undefined ? schema : ((document.components.schemas as Schemas)[name] as JsonSchema)
}

function argumentsOf(body: JsonSchema): Argument[] {
  const required = new Set((body['required'] ?? []) as string[])
  const all = Object.entries(body['properties'] as Schemas).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    isRequired: required.has(name),
    description: fieldDescription(schema),
  }))
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)]
}

const queryArgument = ({ name, schema, description: text }: DeclaredOperation['parameters'][number]): Argument => ({
  name,
  type: typeOf(schema),
  isRequired: false,
  description: text?.startsWith('Identifier') ? undefined : text,
})

function methodLines(method: string, call: Call, style: Style): string[] {
  const { operation, isList, answer } = call
  const result = isList ? `${style.listing}[${answer}]` : answer
  return [
    `${isList ? 'def' : style.keyword} ${method}(`,
    ...indentedLines(signature(call)),
    `) -> ${result}:`,
    ...indentedLines([...methodDoc(call), ...(isList ? listLines(call, style) : sendLines(operation, call, style))]),
  ]
}

function signature({ operation, ids, body, query }: Call): string[] {
  const options = [
    ...(operation.method === 'GET' ? [] : ['idempotency_key: Optional[str] = None,']),
    'timeout: Optional[float] = None,',
    'max_retries: Optional[int] = None,',
  ]
  return [
    'self,',
    ...(ids.length === 0 ? [] : [...ids.map((id) => `${id}: str,`), '/,']),
    '*,',
    ...[...body, ...query].map(({ name, type, isRequired }) =>
      isRequired ? `${pythonParameter(name)}: ${type},` : `${pythonParameter(name)}: Maybe[${type}] = OMIT,`,
    ),
    ...options,
  ]
}

function methodDoc({ operation, body, query }: Call): string[] {
  const { summary, description: text, method, path } = operation
  const described = [...body, ...query].filter((argument) => argument.description !== undefined)
  const lines = described.flatMap(({ name, description: what }) =>
    wrapPython(`${pythonParameter(name)}: ${what}`, '    '),
  )
  const more = [`\`${method} ${path}\``, ...(lines.length > 0 ? ['', 'Args:', ...indentedLines(lines)] : [])]
  return pythonDocstring([`${summary}.`, ...(text ? [text] : [])].join(' '), ['', ...more])
}

/** The options that every generated method passes on to the request. */
const EACH = ['timeout=timeout,', 'max_retries=max_retries,']

function listLines({ operation, query, answer }: Call, style: Style): string[] {
  const request = requestLines(operation, [...fieldLines('query', query), ...EACH], 'Request')
  return [`return ${style.listing}[${answer}](`, '    self._send,', ...indentedLines(request), ')']
}

function sendLines(operation: Operation, { body, query, answer }: Call, style: Style): string[] {
  const more = [
    ...(operation.body ? fieldLines('body', body) : []),
    ...(query.length > 0 ? fieldLines('query', query) : []),
    ...(operation.method === 'GET' ? [] : ['idempotency_key=idempotency_key,']),
    ...EACH,
  ]
  return [`return ${style.wait}self._send(`, ...indentedLines(requestLines(operation, more, `Request[${answer}]`)), ')']
}

function requestLines({ method, path }: Operation, more: readonly string[], type: string): string[] {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, id: string) => `{segment(${snakeCase(id)})}`)
  const url = filled === path ? pythonLiteral(path) : `f${pythonLiteral(filled)}`
  return [`${type}(`, ...indentedLines([`${pythonLiteral(method)},`, `${url},`, ...more]), '),']
}

const fieldLines = (kind: string, fields: readonly Argument[]): string[] => [
  `${kind}={`,
  ...indentedLines(fields.map(({ name }) => `${pythonLiteral(name)}: ${pythonParameter(name)},`)),
  '},',
]
