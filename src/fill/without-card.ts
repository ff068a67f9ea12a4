import type { PaymentCard } from './card.ts'

/**
 * Matches what a shop may write between the digits of a card number: spaces, hyphens, dots, and a space as addresses and HTML encode it.
 */
const BETWEEN = '(?:[ \\-.+_\\u00a0]|%20|&nbsp;|\\u00c2\\u00a0){0,3}'
const GROUP_DIGITS = 4

/**
 * Removes the card from a shop's answer: the number as it is or in groups, its groups of four digits where no other digits surround them,
 * and the CVV where it is a value of its own. A number that the shop encodes in another way stays.
 */
export function textWithoutCard({ pan, cvv }: PaymentCard, text: string): string {
  const number = new RegExp(Array.from(pan).join(BETWEEN), 'g')
  const code = new RegExp(`(?<![\\w.$€£])${cvv}(?![\\w.])`, 'g')
  return withoutGroups(pan, text.replaceAll(number, '[card number]')).replaceAll(code, '[cvv]')
}

/**
 * Removes the groups of the card number from an answer that has all of them: shops that ask for the number in several fields show them
 * again. The last group is not secret, and stays.
 */
function withoutGroups(pan: string, text: string): string {
  const groups = pan.match(new RegExp(`\\d{1,${GROUP_DIGITS}}`, 'g')) ?? []
  const alone = groups.map((group) => new RegExp(`(?<![\\d.])${group}(?![\\d.])`, 'g'))
  if (!alone.every((group) => text.search(group) !== -1)) return text
  return alone.slice(0, -1).reduce((rest, group) => rest.replaceAll(group, '[digits]'), text)
}
