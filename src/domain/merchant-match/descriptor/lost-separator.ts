/** Processors whose `*` became a space: "PAYPAL  EBAY", "SQ  BLUE BOTTLE". One space is the name's own: "PP Foods". */
const LOST = /^(paypal|pp|sq|tst|iz|zettle|izettle|sumup|ztl|sp|ccv|mp|dri|fs)_?(?: {2,}\*?|_ ?\*)(?=[^ *])/i

/** The name with the star that a processor's prefix has lost. */
export const withSeparator = (name: string): string => (mayHaveLost(name) ? name.replace(LOST, '$1 *') : name)

/** Most names have neither, and are not searched. */
const mayHaveLost = (name: string) => name.includes('  ') || name.includes('_')
