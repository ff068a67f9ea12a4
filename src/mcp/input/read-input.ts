import type { Static, TObject } from 'typebox'
import { schemaChecker } from '../../contract/complaints/check-against.ts'
import { unknownFieldError } from '../../contract/complaints/complaint.ts'
import { invalidRequestFieldError, objectMemberPath } from '../../contract/complaints/json-path.ts'
import { nearestKnownName } from '../../contract/complaints/nearest-name.ts'
import type { AgentTool } from '../tool.ts'
import { convertToolValueToSchemaType, type ToolValueForm, isAbsentArgument, isObject } from './as-meant.ts'
import { toolInputInApiForm } from './known-forms.ts'

interface Read<I extends TObject> {
  readonly input: Static<I>
  /** The names of arguments that the tool does not know and has ignored. */
  readonly ignored: readonly string[]
}

/**
 * Makes the reader of a tool's arguments as models and their clients send them. It throws an `invalid_request` that names the wrong
 * argument. Some clients add arguments of their own to every call, which an agent cannot take away. They are ignored, but for one that
 * resembles a known name, and for tools that declare money: there it might change what the money is for.
 */
export function toolInputReader<I extends TObject>({
  input: schema,
  declaresMoney = false,
}: Pick<AgentTool<I>, 'input' | 'declaresMoney'>): (sent: unknown) => Read<I> {
  const check = schemaChecker(schema)
  const properties = schema.properties as Readonly<Record<string, ToolValueForm>>
  const known = Object.keys(properties)
  return (sent = {}) => {
    if (!isObject(sent))
      throw invalidRequestFieldError('', 'The arguments must be an object.', { hint: 'Send them by their names.' })
    const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(properties, name))
    const refused = unknown.find((name) => declaresMoney || nearestKnownName(name, known) !== null)
    if (refused !== undefined) throw unknownFieldError('', refused, known)
    const given = known.filter((name) => !isAbsentArgument(sent[name]))
    const input = Object.fromEntries(
      given.map((name) => [
        name,
        toolInputInApiForm(name, convertToolValueToSchemaType(properties[name] ?? {}, sent[name])),
      ]),
    )
    check(input)
    return { input: input as Static<I>, ignored: unknown.map((name) => objectMemberPath('', name)) }
  }
}
