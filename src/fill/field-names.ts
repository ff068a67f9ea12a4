/**
 * Words of several languages for a card and for a number, as shops name their fields. Before the comparison, all characters
 * but letters are removed from a field's name.
 */
const CARD = '(?:credit|debit|payment|pay|bank)?(?:card|cc|kreditkarten?|karten|kort|carte|cartao|carta|tarjeta|kaart)'
const NUMBER = '(?:numbers?|num|no|nr|nummer|nummern|numero|numeros)'
const CARD_NUMBER = new RegExp(
  `^(?:.*${CARD}(?:de|di)?${NUMBER}|${NUMBER}(?:de|di)?(?:la|da)?${CARD}(?:credito)?|${NUMBER}|pan|cardpan|ccpan|cardnum\\w*|acct|card|cc|creditcard)(?:field|input|value|part|box)?$`,
)
const CARD_CODE =
  /cvv|cvc|csc|cvn|ccv|cid$|security|securitycode|verification|pruefziffer|pruefnummer|cryptogram|^code$|cardcode/
const EXPIRY = /exp|valid|ablauf|gueltig|vencim|caduc|scad|month|year|monat|jahr|mois|annee|^(?:mm|yy|yyyy|mon|yr|mo)$/

/**
 * Whether a field of this name contains a card number. The name of a nickname, a note or an address does not count, because a shop shows
 * such fields again.
 */
export const namesCardNumber = (name: string): boolean => CARD_NUMBER.test(lettersOf(name))
export const namesCardCode = (name: string): boolean => CARD_CODE.test(lettersOf(name))
export const namesExpiry = (name: string): boolean => EXPIRY.test(lettersOf(name))

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')
