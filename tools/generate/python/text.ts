/** A name as Python writes it: `unlock_credentials` for `unlockCredentials`. */
export const snakeCase = (name: string): string => name.replaceAll(/([A-Z])/g, '_$1').toLowerCase()

/** Python's keywords, which cannot name an argument or a field of a class. */
export const PYTHON_KEYWORDS: ReadonlySet<string> = new Set([
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

/** The name of an argument: `from_` where the name is a keyword of Python. */
export const pythonParameter = (name: string): string => (PYTHON_KEYWORDS.has(name) ? `${name}_` : name)

/** A name as that of a class: `AccessEvents` for `accessEvents`. */
export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** A text or number as a Python literal, which is the same as in JSON. */
export const pythonLiteral = (text: string | number): string => JSON.stringify(text)

export const indentedLines = (lines: readonly string[]): string[] =>
  lines.map((line) => (line === '' ? '' : `    ${line}`))

const LINE_WIDTH = 100

/** Breaks a text into lines that fit Python's line length, without splitting a word. */
export function wrapPython(text: string, hanging = ''): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= LINE_WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(last === undefined ? word : `${hanging}${word}`)
  }
  return lines
}

/** A Python docstring, on one line if it fits. */
export function pythonDocstring(text: string, more: readonly string[] = []): string[] {
  const lines = wrapPython(text)
  const [first = '', ...rest] = lines
  if (rest.length === 0 && more.length === 0) return [`"""${first}"""`]
  return [`"""${first}`, ...rest, ...more, '"""']
}
