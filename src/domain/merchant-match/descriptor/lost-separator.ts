/**
 * Processor prefixes whose `*` became spaces: "PAYPAL  EBAY", "SQ  BLUE BOTTLE". A single space belongs to the name:
 * "PP Foods".
 */
const LOST = /^(paypal|pp|sq|tst|iz|zettle|izettle|sumup|ztl|sp|ccv|mp|dri|fs)_?(?: {2,}\*?|_ ?\*)(?=[^ *])/i

/** The name with the star restored that a processor's prefix has lost. */
export const withSeparator = (name: string): string => (mayHaveLost(name) ? name.replace(LOST, '$1 *') : name)

/** A quick check whether a name may have lost a star: most names have neither sign and skip the regular expression. */
const mayHaveLost = (name: string) => name.includes('  ') || name.includes('_')
