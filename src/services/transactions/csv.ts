/**
 * Matches text that a spreadsheet would run as a formula: the text begins with a formula sign, in ASCII or full width, after any spaces,
 * line breaks and invisible characters, which spreadsheets skip. U+2800 and U+1D159 are shown as blanks, too. A text that begins with a
 * tab or a line break matches as well, as OWASP advises.
 */
const FORMULA =
  /^(?:[\t\r\n]|[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/u
const NEEDS_QUOTES = /[",\r\n]/

/**
 * A line of a CSV file (RFC 4180), with its line break. A text that a spreadsheet would run as a formula gets an apostrophe before it,
 * because merchants choose their own names.
 */
export const csvLine = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
