import type { PaymentCard } from './card.ts'
import { isCardCodeFieldName, isCardNumberFieldName, isExpiryFieldName } from './words/field-names.ts'
import { type RequestBodyValue, lastKeyOfBodyEntryName, readRequestBodyValues } from './request-body.ts'

/** How the placeholder was typed. `groups`: how many digits of the number each field took. `expiry`: the fields of the expiry. */
export interface TypedPlaceholder {
  readonly placeholder: PaymentCard
  readonly groups: readonly number[]
  readonly expiry?: readonly { readonly name: string; readonly value: string; readonly is: 'month' | 'year' | 'both' }[]
}

/** How many digits each field takes, if a shop has several fields for the number: most such shops divide it like this. */
const FOURS = [4, 4, 4, 4]

/**
 * The result of `swapPlaceholderForCard`: the request's body with the card in place of the placeholder, or what the body lacks, in words for the user.
 */
export type PlaceholderSwapResult = { readonly body: string } | { readonly lacking: string }

/**
 * Replaces the placeholder's number and CVV by the card's in the request that pays. That request has the number once, in a field whose name
 * means a card number, and has the CVV and the expiry. Any other request does not pay.
 */
export function swapPlaceholderForCard(
  body: string,
  contentType: string,
  { placeholder, groups, expiry = [] }: TypedPlaceholder,
  card: PaymentCard,
): PlaceholderSwapResult {
  const read = readRequestBodyValues(body, contentType)
  if (read === null) return { lacking: 'is in a form that cannot be read' }
  const numberAt = numberIn(read.entries, placeholder.pan, groups)
  if (numberAt === null) return { lacking: 'does not have the card number once, as it was typed' }
  if (!numberAt.every((index) => isCardNumberFieldName(read.entries[index]?.name ?? ''))) {
    return { lacking: 'has the card number under a name that is not one of card numbers' }
  }
  const codeAt = indexesOf(read.entries, ({ value }) => value === placeholder.cvv)
  const [code, ...more] = codeAt.filter((index) => isCardCodeFieldName(read.entries[index]?.name ?? ''))
  if (code === undefined || more.length > 0 || codeAt.length > 1) return { lacking: 'does not have the CVV once' }
  if (!hasExpiry(read.entries, placeholder.exp, expiry)) return { lacking: 'does not have the expiry' }
  const values = read.entries.map(({ value }) => value)
  let from = 0
  for (const index of numberAt) {
    const like = values[index] ?? ''
    values[index] = inGroups(card.pan.slice(from), like)
    from += like.replaceAll(/\D/g, '').length
  }
  values[code] = card.cvv
  return { body: read.write(values) }
}

/**
 * The indexes of the body's entries that contain the card number: of the single entry that is the number, or of consecutive entries that
 * are its groups. Null unless the number occurs exactly once.
 */
function numberIn(
  entries: readonly RequestBodyValue[],
  pan: string,
  groups: readonly number[],
): readonly number[] | null {
  const whole = indexesOf(entries, ({ value }) => compact(value) === pan)
  const digitGroups = groupsOf(pan, groups)
  const starts =
    digitGroups.length > 1
      ? indexesOf(entries, (_entry, index) =>
          digitGroups.every((group, offset) => entries[index + offset]?.value === group),
        )
      : []
  const [first, ...more] = [
    ...whole.map((index) => [index]),
    ...starts.map((index) => digitGroups.map((_group, offset) => index + offset)),
  ]
  return first === undefined || more.length > 0 ? null : first
}

/**
 * Whether the request's body has the card's expiry. Month and year may be one value, or two values in fields that are named like an expiry
 * or like the fields into which they were typed. An option of a list may send the month in another form: the form that was typed counts,
 * too.
 */
function hasExpiry(
  entries: readonly RequestBodyValue[],
  exp: string,
  typed: NonNullable<TypedPlaceholder['expiry']>,
): boolean {
  const [month = '', year = ''] = exp.split('/')
  const one = new RegExp(
    `^(?:0?${Number(month)} ?[/-] ?(?:20)?${year}|${month}(?:20)?${year}|(?:20)?${year} ?[/-]? ?${month})$`,
  )
  const isTyped = ({ value }: RequestBodyValue, is: string) =>
    typed.some((each) => each.is === is && each.value === value)
  if (entries.some((entry) => one.test(entry.value) || isTyped(entry, 'both'))) return true
  const fields = new Set(typed.map(({ name }) => lastKeyOfBodyEntryName(name)))
  const named = entries.filter(({ name }) => isExpiryFieldName(name) || (name !== '' && fields.has(name)))
  const monthAlone = new RegExp(`^0?${Number(month)}$`)
  const yearAlone = new RegExp(`^(?:20)?${year}$`)
  const months = indexesOf(named, (entry) => monthAlone.test(entry.value) || isTyped(entry, 'month'))
  const years = indexesOf(named, (entry) => yearAlone.test(entry.value) || isTyped(entry, 'year'))
  return months.some((index) => years.some((other) => other !== index))
}

/**
 * Whether a text (an address, a header, a body) contains the number of the placeholder: as it is, in the usual groups, percent-encoded, in
 * base64, or in the groups of the fields. A number that the page encrypted is not recognized.
 */
export function containsCardPlaceholder(text: string, { placeholder: { pan }, groups }: TypedPlaceholder): boolean {
  const plain = decoded(text)
  if (compact(plain).includes(pan)) return true
  if (base64Of(pan).some((encoded) => text.includes(encoded) || plain.includes(encoded))) return true
  return [groups, FOURS].some((sizes) => {
    const digitGroups = groupsOf(pan, sizes)
    return digitGroups.length > 1 && digitGroups.every((group) => new RegExp(`(?<!\\d)${group}(?!\\d)`).test(plain))
  })
}

const decoded = (text: string): string =>
  text.replaceAll(/%([0-7][0-9a-f])/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * Returns the texts by which a card number is found in base64. Base64 depends on the offset at which the number begins and on what
 * surrounds it: each text is the part for one of the three offsets that the surroundings do not change.
 */
const base64Of = (pan: string): string[] =>
  [0, 1, 2].map((offset) =>
    Buffer.from(' '.repeat(offset) + pan)
      .toString('base64')
      .slice(offset === 0 ? 0 : 4, -4),
  )

const groupsOf = (pan: string, groups: readonly number[]): string[] => {
  let from = 0
  return groups.map((size) => {
    from += size
    return pan.slice(from - size, from)
  })
}

const compact = (value: string): string => value.replaceAll(/[\s\-+._]/g, '')

const inGroups = (digits: string, like: string): string => {
  let at = 0
  return like.replaceAll(/\d/g, () => digits[at++] ?? '')
}

const indexesOf = (
  entries: readonly RequestBodyValue[],
  is: (entry: RequestBodyValue, index: number) => boolean,
): number[] => entries.flatMap((entry, index) => (is(entry, index) ? [index] : []))
