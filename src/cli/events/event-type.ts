import { OperatorError } from '../../app/operator-error.ts'
import { type EventType, eventTypes } from '../../contract/events.ts'

/** The event type with the given name. Where there is no such type, throws an OperatorError that lists all types. */
export function parseEventType(text: string): EventType {
  const found = eventTypes.find((type) => type === text)
  if (found !== undefined) return found
  throw new OperatorError(
    `There is no event ${JSON.stringify(text)}. There are:\n${eventTypes.map((type) => `  ${type}`).join('\n')}`,
  )
}
