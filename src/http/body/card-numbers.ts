import { mayContainCardNumber } from '../../lib/numbers-in-text.ts'
import {
  invalidRequestFieldError,
  arrayEntryPath,
  objectMemberPath,
  fieldPathInWords,
} from '../../contract/complaints/json-path.ts'

/**
 * Refuses a body that has a card number of this installation in any of its texts, numbers and names (contract, section 2, Card numbers in
 * texts): the number would be stored in clear. The recursion is bounded, because `readJsonBody` bounds the depth of a body.
 */
export function refuseCardNumbers(value: unknown, bin: string, path = ''): void {
  if (typeof value === 'string' || typeof value === 'number') {
    if (mayContainCardNumber(String(value), bin)) throw cardNumberAt(path)
  } else if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) refuseCardNumbers(entry, bin, arrayEntryPath(path, index))
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (mayContainCardNumber(name, bin)) throw cardNumberAt(path)
      refuseCardNumbers(member, bin, objectMemberPath(path, name))
    }
  }
}

const cardNumberAt = (path: string) =>
  invalidRequestFieldError(path, `${fieldPathInWords(path)} has a card number in it, which would be kept in clear.`, {
    reason: 'card_number_in_text',
    hint: 'Leave the number out: the id of the card, or its last four digits, say which one is meant.',
  })
