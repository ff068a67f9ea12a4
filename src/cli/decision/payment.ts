import type { Intent } from '../../contract/resources/intents.ts'

/** Says until when the purchase of an approved intent can be made, or which obstacles the service sees though the intent is approved. */
export const intentPayabilityInWords = ({ expiresAt, notPayable = [] }: Intent): string =>
  notPayable.length === 0
    ? `The purchase can be made until ${expiresAt}.`
    : `It cannot be paid now: ${notPayable.map(({ message }) => message).join(' ')} The approval ends at ${expiresAt}.`
