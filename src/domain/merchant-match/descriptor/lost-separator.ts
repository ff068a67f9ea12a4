/**
 * Matches processor prefixes whose `*` has become spaces: "PAYPAL  EBAY", "SQ  BLUE BOTTLE". A single space belongs to the name: "PP
 * Foods".
 */
const LOST = /^(paypal|pp|sq|tst|iz|zettle|izettle|sumup|ztl|sp|ccv|mp|dri|fs|eb|in|wp)_?(?: {2,}\*?|_ ?\*)(?=[^ *])/i

/** Matches a prefix that stands before itself again: "SQ *SQ *BLUE BOTTLE", "SQ  SQ  BLUE BOTTLE". */
const TWICE = /^(sq|tst|sp|iz|sumup|zettle|paypal)(?: ?\*| {2,}\*?) *(?=\1(?: ?\*| {2,}))/i
/** Matches the beginning of a domain of Britain and the like, at the end of a field: "WWW.LABELSANDTAGS.CO.U". */
const CUT_BRITISH = /\.co\.[a-z]?$/i
/** Matches the beginning of ".com" or ".co.uk": "WWW.INSTANTPRINT.C". ".co" is the domain of a country, and sold to anyone. */
const CUT_DOMAIN = /(?<=[a-z0-9]{3})\.c$/i
/** Matches a whole address that is cut within ".com" or ".co.uk" in a field of 22 characters or more: "WWW.THESAFETYCENTRE.CO". */
const CUT_WWW = /(?<=^(?=.{22})www\.[a-z0-9-]{12,})\.co$/i
const [NARROWEST_FIELD, WIDEST_FIELD] = [17, 25]

/** Returns the name, with a star again if a processor's prefix has lost it, and with a domain again if it was cut off. */
export function restoreDescriptorSeparators(name: string): string {
  const whole =
    mayBeCut(name) && name.includes('.')
      ? name.replace(CUT_BRITISH, '.co.uk').replace(CUT_DOMAIN, '.com').replace(CUT_WWW, '.com')
      : name
  const once = mayBeTwice(whole) ? whole.replace(TWICE, '') : whole
  return mayHaveLost(once) ? once.replace(LOST, '$1 *') : once
}

const mayBeCut = ({ length }: string) => length >= NARROWEST_FIELD && length <= WIDEST_FIELD

/** A quick test whether a merchant's name may have lost a star. Most names have neither sign of that, and skip the regular expression. */
const mayHaveLost = (name: string) => name.includes('  ') || name.includes('_')
const mayBeTwice = (name: string) => name.includes('  ') || name.indexOf('*') !== name.lastIndexOf('*')
