import { invalidRequestError } from '../../contract/errors.ts'

/** Throws for a one-time card, whose rules are those of its parent and whose only purchase is that of its intent. */
export function checkIsOwnCard(parentCardId: string | undefined): void {
  if (parentCardId === undefined) return
  throw invalidRequestError(
    'cardId',
    'This card was made for one intent: its rules are those of its parent card.',
    'parameter_invalid',
    `Name the card ${parentCardId}.`,
  )
}
