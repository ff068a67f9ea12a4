import type { TSchema } from 'typebox'
import { AgentStatus } from '../../src/contract/sheets/agent-fields.ts'
import { apiKeyRoles } from '../../src/contract/resources/api-keys.ts'
import { CardStatus } from '../../src/contract/sheets/card-fields.ts'
import { declineCodes, reasonCodes } from '../../src/contract/reasons.ts'
import { errorCatalogue } from '../../src/contract/errors.ts'
import { eventDataSchemas, eventTypes } from '../../src/contract/events.ts'
import { IntentStatus } from '../../src/contract/resources/intents/intent-fields.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { type OperationName, operations } from '../../src/contract/operations.ts'
import { limitWindows } from '../../src/contract/policy.ts'
import { TransactionStatus } from '../../src/contract/resources/transactions.ts'
import { errorDetailsReasons } from '../../src/contract/unavailable.ts'
import type { GeneratedFile } from './generated-file.ts'
import { type JsonSchema, TypeScriptWriter, enumValuesOf } from './type-writer.ts'

/** Lists of words that get a name in the client, because callers use the name. Other lists are written where they are used. */
const wordLists: Readonly<Record<string, readonly string[]>> = {
  ErrorCode: Object.keys(errorCatalogue),
  ErrorReason: errorDetailsReasons,
  EventType: eventTypes,
  ReasonCode: declineCodes,
  RuleCode: reasonCodes,
  Role: apiKeyRoles,
  Window: limitWindows,
  AgentStatus: enumValuesOf(AgentStatus),
  CardStatus: enumValuesOf(CardStatus),
  IntentStatus: enumValuesOf(IntentStatus),
  TransactionStatus: enumValuesOf(TransactionStatus),
}

const head = '// Generated from src/contract by tools/generate.ts. Do not edit.\n'
const page = `/** A page of a list: \`nextCursor\` leads to the one after it. */
export interface Page<T> {
  data: T[]
  nextCursor: string | null
  hasMore: boolean
}
`

/** Generates the types of the client's methods in plain TypeScript, so that the client's users need no other package. */
export function clientTypesFile(): GeneratedFile {
  const writer = new TypeScriptWriter(wordLists)
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    if (operation.body) writer.declare(clientTypeNames.body(name), operation.body)
    if (operation.query) writer.declare(clientTypeNames.query(name), operation.query)
    writer.use(listEntrySchema(operation) ?? operation.response)
  }
  const events = Object.entries<TSchema>(eventDataSchemas).map(([type, schema]) => `  '${type}': ${writer.use(schema)}`)
  const data = `/** The type of the data of each event type. */\nexport interface EventDataByType {\n${events.join('\n')}\n}
export type EventData<T extends EventType> = EventDataByType[T]\n`
  return { path: 'clients/typescript/src/types.ts', text: [head, page, data, ...writer.declarations()].join('\n') }
}

export const clientTypeNames = {
  body: (name: string): string => `${capitalized(name)}Body`,
  query: (name: string): string => `${capitalized(name)}Query`,
  /** The type of an operation's answer. For an answer with pages of a list, the type of an entry. */
  answer: (name: OperationName): string => {
    const { title } = (listEntrySchema(operations[name]) ?? operations[name].response) as { title?: string }
    if (title === undefined) throw new Error(`${name}: its answer needs a title, by which the client names its type`)
    return title
  },
}

/** The schema of a list's entry, if the operation answers pages of a list. */
export function listEntrySchema({ query, response }: Operation): JsonSchema | undefined {
  if (query?.properties['cursor'] === undefined) return undefined
  return (response as { properties: { data: { items: JsonSchema } } }).properties.data.items
}

const capitalized = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`
