import { OperatorError } from '../../app/operator-error.ts'
import { inexactJsonNumber } from '../../lib/json/inexact-number.ts'
import { repeatedJsonMember } from '../../lib/json/repeated-member.ts'

/**
 * Parses a text as a JSON object. Throws an OperatorError that says where the text came from. It throws also where the node would get
 * another value than was written, because the text is parsed here and written again.
 */
export function parseJsonObject(json: string, source: string): object {
  const value = parsed(json, source)
  const repeated = repeatedJsonMember(json)
  if (repeated !== undefined) throw new OperatorError(`${source}: ${repeated.join('.')} is there twice. Write it once.`)
  const changed = inexactJsonNumber(json)
  if (changed !== undefined) {
    const why = 'is a number that would be sent as another one'
    throw new OperatorError(`${source}: ${changed.join('.')} ${why}. Write it as a text, in double quotes.`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new OperatorError(`${source} must be a JSON object, such as {"label": "Ads"}.`)
}

function parsed(json: string, source: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new OperatorError(`${source} is not JSON: ${(error as Error).message}`)
  }
}
