/** Whether a terminal has printed what a guide shows. What differs each time is compared by its shape. */

const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(whsec|[a-z]{2,5})_(?:[0-9A-Za-z]{20,}|[0-9A-Za-z]*\.\.\.)/g, '$1_<id>'],
  [/\b(?:[0-9a-f]{32,}|[0-9a-f]{4,}\.\.\.)/g, '<hash>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>'],
  [/\b\d{4}-\d\d-\d\d\b/g, '<date>'],
  [/\b\d+(?:\.\d+)? (ms|s|MiB)\b/g, '<amount> $1'],
]
/** Numbers that a run draws or counts by itself. */
const DIFFERENT_EACH_TIME = new Set(['last4', 'sequence', 'expMonth', 'expYear'])

/** What is shown and was not printed, in words; null where everything was. */
export function missing(shown: string, printed: string, json: boolean): string | null {
  return json ? missingValue(shown, printed) : missingLine(shown, printed)
}

/** Lines in their order; others may stand between them. */
function missingLine(shown: string, printed: string): string | null {
  const lines = printed.split('\n').map((line) => shapeOf(line).trimEnd())
  let from = 0
  for (const line of shown.split('\n').filter((each) => each.trim() !== '')) {
    const wanted = patternOf(line.trimEnd())
    const found = lines.findIndex((each, index) => index >= from && wanted.test(each))
    if (found === -1) return `the line ${JSON.stringify(line)}`
    from = found + 1
  }
  return null
}

/** The last value that was printed has all that is shown. It may have more: guides shorten. */
function missingValue(shown: string, printed: string): string | null {
  const last = valuesIn(printed).at(-1)
  return last === undefined ? 'any JSON' : missingMember(JSON.parse(shown), last, '$')
}

function missingMember(shown: unknown, printed: unknown, path: string): string | null {
  if (typeof shown === 'string' && typeof printed === 'string') {
    const isThere = DIFFERENT_EACH_TIME.has(path.split('.').at(-1) ?? '') || patternOf(shown).test(shapeOf(printed))
    return isThere ? null : `${path}: ${JSON.stringify(shown)}, which is ${JSON.stringify(printed)}`
  }
  if (typeof shown === 'number' && DIFFERENT_EACH_TIME.has(path.split('.').at(-1) ?? '')) return null
  if (typeof shown !== 'object' || shown === null || typeof printed !== 'object' || printed === null) {
    return shown === printed ? null : `${path}: ${JSON.stringify(shown)}, which is ${JSON.stringify(printed)}`
  }
  if (Array.isArray(shown) && shown.length !== (printed as unknown[]).length) {
    return `${path}: ${shown.length} entries, of which there are ${(printed as unknown[]).length}`
  }
  for (const [name, value] of Object.entries(shown)) {
    const found = missingMember(value, (printed as Record<string, unknown>)[name], `${path}.${name}`)
    if (found !== null) return found
  }
  return null
}

const shapeOf = (text: string): string => SHAPES.reduce((shaped, [each, shape]) => shaped.replaceAll(each, shape), text)

/** `...` stands for anything. */
const patternOf = (shown: string): RegExp =>
  new RegExp(`^${shapeOf(shown).split('...').map(RegExp.escape).join('.*')}$`)

/** Every object and list in the text, also where one stands right behind the other, as curl prints them. */
function valuesIn(text: string): unknown[] {
  const values: unknown[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== '{' && text[at] !== '[') continue
    const end = endOfValue(text, at)
    try {
      values.push(JSON.parse(text.slice(at, end)))
      at = end - 1
    } catch {
      // A brace of something else.
    }
  }
  return values
}

function endOfValue(text: string, start: number): number {
  let depth = 0
  let inText = false
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] as string
    if (inText && character === '\\') at += 1
    else if (character === '"') inText = !inText
    else if (!inText && '{['.includes(character)) depth += 1
    else if (!inText && '}]'.includes(character)) depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}
