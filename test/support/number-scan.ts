/** The forms in which a card number could occur in a text. */
export function cardNumberForms(number: string): Record<string, string> {
  const bytes = Buffer.from(number)
  const groups = number.match(/.{4}/g) ?? []
  return {
    plain: number,
    spaced: groups.join(' '),
    dashed: groups.join('-'),
    hex: bytes.toString('hex'),
    'hex in capitals': bytes.toString('hex').toUpperCase(),
    ...base64Forms(number),
  }
}

/**
 * The forms in which the base64 of a longer text can contain a text's. They depend on where the text begins: these are the whole groups for
 * each of the three offsets.
 */
function base64Forms(text: string): Record<string, string> {
  const forms = [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.from(`${'\0'.repeat(before)}${text}`).toString('base64')
    const inside = encoded.slice(before === 0 ? 0 : 4, Math.floor((before + text.length) / 3) * 4)
    return [
      [`base64 at ${before}`, inside],
      [`base64url at ${before}`, inside.replaceAll('+', '-').replaceAll('/', '_')],
    ]
  })
  return Object.fromEntries(forms) as Record<string, string>
}

/** The names of the forms in which a card number occurs in a text. Bytes are searched unchanged. */
export function cardNumberFormsIn(surface: string | Buffer, number: string): string[] {
  return Object.entries(cardNumberForms(number))
    .filter(([, form]) => surface.includes(form))
    .map(([name]) => name)
}

/** The number of times that a card number occurs in a text, in any form. */
export function countCardNumberOccurrences(surface: string | Buffer, number: string): number {
  let count = 0
  for (const form of new Set(Object.values(cardNumberForms(number)))) {
    for (let at = surface.indexOf(form); at >= 0; at = surface.indexOf(form, at + form.length)) count += 1
  }
  return count
}

/**
 * The CVVs that may be in a text as values of their own. Three digits alone occur everywhere, and three digits in quotes behind an equals
 * sign are a label of the metrics.
 */
export const cvvsIn = (surface: string): ReadonlySet<string> =>
  new Set(
    [/(?<!=)"([0-9]{3})"/g, /cvv[^0-9a-z]{0,6}([0-9]{3})(?![0-9])/gi].flatMap((pattern) =>
      [...surface.matchAll(pattern)].map(([, cvv = '']) => cvv),
    ),
  )
