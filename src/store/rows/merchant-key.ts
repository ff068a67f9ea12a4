import { recognizedKey } from '../../domain/merchant-match/merchant-match.ts'

/**
 * The version of the rules by which merchants' names are recognized. It stands before each stored key, so that a key of other rules is not
 * taken for one of these: a purchase with such a key is compared by its name until a sweep has filled in the right key. Whoever changes
 * which key a name has, takes the next letter, and makes the index `transactions_without_key` for it by a migration.
 */
export const MERCHANT_KEY_VERSION = 'a'
/** A text that sorts after all recognized keys which are stored under this version's rules. */
export const NEXT_MERCHANT_KEY_VERSION = 'b'

/** Makes the text that is stored for the recognized key of a merchant's name. */
export const storedMerchantKey = (key: string): string => MERCHANT_KEY_VERSION + key

/** The recognized key of a merchant's name, from its stored text. Undefined: the stored key is of other rules, or is not filled in yet. */
export const merchantKeyOfStoredText = (stored: string | undefined): string | undefined =>
  stored?.startsWith(MERCHANT_KEY_VERSION) === true ? stored.slice(MERCHANT_KEY_VERSION.length) : undefined

interface Named {
  readonly type: string
  readonly decision: string
  readonly merchant: { readonly name?: string }
}

/** The value of the column `merchant_key`. Only approved authorizations are looked for by it; for others it is empty. */
export const merchantKeyOf = ({ type, decision, merchant }: Named): string =>
  type === 'authorization' && decision === 'approve' ? storedMerchantKey(recognizedKey(merchant.name)) : ''
