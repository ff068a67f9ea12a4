import type { Intent } from '../../contract/resources/intents.ts'

/** Until when an approved purchase can be made, or what stands in its way though it is approved, as the service judges it. */
export const paymentInWords = ({ expiresAt, notPayable = [] }: Intent): string =>
  notPayable.length === 0
    ? `The purchase can be made until ${expiresAt}.`
    : `It cannot be paid now: ${notPayable.map(({ message }) => message).join(' ')} The approval ends at ${expiresAt}.`
