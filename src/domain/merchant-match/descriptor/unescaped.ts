/** Matches a sign that was escaped for XML or HTML, also twice: `H&amp;M`, `MACY&#39;S`, `B&amp;amp;Q`. */
const ESCAPED = /&(?:amp;)*(?:(amp|#0*38|#x0*26)|(apos|#0*39|#x0*27)|(quot|lt|gt));/gi

/**
 * Undoes what a system on the way has done to a name that it took for markup. Acquirers send such names, and a merchant that is listed as
 * `H&M` is the same one.
 */
export const unescapeMarkup = (name: string): string =>
  name.includes('&')
    ? name.replaceAll(ESCAPED, (_, and?: string, apostrophe?: string) =>
        and !== undefined ? '&' : apostrophe !== undefined ? "'" : ' ',
      )
    : name
