/**
 * Matches processor prefixes whose `*` has become spaces: "PAYPAL  EBAY", "SQ  BLUE BOTTLE". A single space belongs to the name: "PP
 * Foods".
 */
const LOST = /^(paypal|pp|sq|tst|iz|zettle|izettle|sumup|ztl|sp|ccv|mp|dri|fs)_?(?: {2,}\*?|_ ?\*)(?=[^ *])/i

/** Returns the name, with a star again if a processor's prefix has lost it. */
export const withSeparator = (name: string): string => (mayHaveLost(name) ? name.replace(LOST, '$1 *') : name)

/** A quick check whether a name may have lost a star. Most names have neither sign of that, and skip the regular expression. */
const mayHaveLost = (name: string) => name.includes('  ') || name.includes('_')
