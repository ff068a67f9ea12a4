import type { AgentTool } from '../tool.ts'
import { type ToolApiNames, toolInputNameAt } from './api-names.ts'

/** The words of a tool: its inputs, and what they are called in the API. */
export type ToolWords = Pick<AgentTool, 'input'> & { readonly apiNames?: ToolApiNames | undefined }

const QUOTED = /`([^`]+)`/g
const FIELD = /^[a-z]\w*(?:\.\w+|\[\d+\])*$/
const VALUES = new Set(['true', 'false', 'null'])
const BETWEEN_SENTENCES = /(?<=[.!?:])\s+(?=[A-Z`])/

/**
 * Rewrites a text of the API for the caller of a tool: each field gets the name of the tool's input. A sentence about a field that the tool
 * does not have is removed, because an agent that followed it would be refused.
 */
export function apiTextInToolWords(words: ToolWords, text: string): string {
  const said = text.split(BETWEEN_SENTENCES).map((sentence) => sentenceOf(words, sentence))
  return said.filter((sentence) => sentence !== null).join(' ')
}

function sentenceOf(words: ToolWords, sentence: string): string | null {
  let isSayable = true
  const said = sentence.replaceAll(QUOTED, (quoted: string, name: string) => {
    if (!FIELD.test(name) || isValue(words, name)) return quoted
    const input = toolInputOfApiField(words, name)
    isSayable &&= input !== undefined
    return `\`${input}\``
  })
  return isSayable ? said : null
}

/** The tool's input that corresponds to a field of the API, by the field's path. Undefined: the tool has none. */
export const toolInputOfApiField = ({ input, apiNames = {} }: ToolWords, path: string): string | undefined =>
  toolInputNameAt(path, apiNames, namesIn(input))

interface Schema {
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** Returns the names of all inputs of a tool, and those of the fields of objects and list entries in them. */
const namesIn = ({ properties = {}, items }: Schema): string[] => [
  ...Object.entries(properties).flatMap(([name, schema]) => [name, ...namesIn(schema)]),
  ...(items === undefined ? [] : namesIn(items)),
]

const isValue = ({ input }: ToolWords, name: string): boolean =>
  VALUES.has(name) ||
  Object.values(input.properties as Record<string, Schema>).some((each) => each.enum?.includes(name))
