/** Matches invisible format characters, except the joiners and direction marks that languages written from right to left need. */
const UNSEEN = /(?![\u200C-\u200F\u061C])\p{Cf}/u

/**
 * Matches more marks above and below one letter than any language writes: they would cover the lines around it. Joiners between the marks
 * do not interrupt them.
 */
const STACKED = /(?:[\p{Mn}\p{Me}][\u200C-\u200F\u061C]*){5}/u

/** Matches a visible character: no space, no mark that needs a letter, and none that is drawn as nothing. */
const SHOWING = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u

/** The reason why a text that people decide by is refused, and what to send instead. */
interface TextFault {
  readonly says: string
  readonly fix: string
}

const UNSEEN_FAULT: TextFault = {
  says: 'has a character in it that nobody sees.',
  fix: 'Leave out characters of the Unicode class Cf, such as U+200B and U+202E.',
}
const STACKED_FAULT: TextFault = {
  says: 'has more than four combining marks in a row.',
  fix: 'Leave out some of the marks: they are drawn over the text around them.',
}
const BLANK_FAULT: TextFault = {
  says: 'shows nothing: it is made of blanks and characters that nobody sees.',
  fix: 'Write at least one letter, digit or symbol.',
}

/** The reason to refuse a text that a caller writes into a request, such as invisible characters in it. Undefined: the text is accepted. */
export function callerTextFault(text: string, mayBeEmpty: boolean): TextFault | undefined {
  if (UNSEEN.test(text)) return UNSEEN_FAULT
  if (STACKED.test(text)) return STACKED_FAULT
  return mayBeEmpty || SHOWING.test(text) ? undefined : BLANK_FAULT
}
