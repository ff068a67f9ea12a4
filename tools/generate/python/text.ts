/** `unlockCredentials` as Python writes it: `unlock_credentials`. */
export const snakeCase = (name: string): string => name.replaceAll(/([A-Z])/g, '_$1').toLowerCase()

/** Words of the language, which name no argument and no field of a class. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  'from',
  'import',
  'class',
  'is',
  'in',
  'pass',
  'global',
  'not',
  'and',
  'or',
])

/** As an argument is called: `from_`, where Python keeps the word for itself. */
export const parameter = (name: string): string => (KEYWORDS.has(name) ? `${name}_` : name)

/** `accessEvents` as the name of a class: `AccessEvents`. */
export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** A text or number as Python writes it, which for these is as JSON does. */
export const quoted = (text: string | number): string => JSON.stringify(text)

export const indented = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `    ${line}`))

const LINE_WIDTH = 100

/** A text in lines of at most that width, without cutting a word. */
export function wrapped(text: string, hanging = ''): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= LINE_WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(last === undefined ? word : `${hanging}${word}`)
  }
  return lines
}

/** A docstring, in one line where it fits. */
export function docstring(text: string, more: readonly string[] = []): string[] {
  const lines = wrapped(text)
  const [first = '', ...rest] = lines
  if (rest.length === 0 && more.length === 0) return [`"""${first}"""`]
  return [`"""${first}`, ...rest, ...more, '"""']
}
