/** The place where a text stops being JSON, and a hint at what is most likely wrong there. */
export interface JsonFault {
  /** The line of the fault; line and column count from 1. `column` counts characters. */
  readonly line: number
  readonly column: number
  readonly hint: string
}

const SPACE = /[ \t\n\r]*/y
const STRING_START =
  /"[\x20-\x21\x23-\x5b\x5d-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[\x20-\x21\x23-\x5b\x5d-\uffff]*)*/y
const SCALAR = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y

/** The tokens that may come next in the JSON text. `entry`: an entry or the end of a list. `firstName`: a name or the end of an object. */
type Expected = 'value' | 'entry' | 'name' | 'firstName' | 'colon' | 'comma'

/**
 * Finds the first fault of a text that `JSON.parse` has refused. The messages of `JSON.parse` are not used, because they give the position
 * of some faults only, and repeat what was sent.
 */
export function jsonFault(text: string): JsonFault {
  const scan = new Scan(text)
  while (scan.step());
  const before = text.slice(0, scan.at)
  const line = before.split('\n').length
  const column = Array.from(before.slice(before.lastIndexOf('\n') + 1)).length + 1
  return { line, column, hint: hintAt(text, scan) }
}

class Scan {
  at = 0
  wanted: Expected = 'value'
  /** Whether the JSON text ended inside a string. */
  inString = false
  readonly #text: string
  readonly #open: ('{' | '[')[] = []

  constructor(text: string) {
    this.#text = text
  }

  /** Reads one token of the JSON text. Returns false where JSON allows no such token at this place. */
  step(): boolean {
    this.#skip(SPACE)
    const character = this.#text[this.at] ?? ''
    if (this.wanted === 'colon') return this.#take(character === ':', 'value')
    if (this.wanted === 'comma') return this.#afterValue(character)
    if (character === '}' && this.wanted === 'firstName') return this.#close()
    if (character === ']' && this.wanted === 'entry') return this.#close()
    if (this.wanted === 'name' || this.wanted === 'firstName') return this.#string('colon')
    return this.#value(character)
  }

  #value(character: string): boolean {
    if (character === '"') return this.#string('comma')
    if (character === '{' || character === '[') {
      this.#open.push(character)
      return this.#take(true, character === '{' ? 'firstName' : 'entry')
    }
    if (this.#skip(SCALAR) === 0) return false
    this.wanted = 'comma'
    return true
  }

  #afterValue(character: string): boolean {
    const open = this.#open.at(-1)
    if (open !== undefined && character === (open === '{' ? '}' : ']')) return this.#close()
    return this.#take(open !== undefined && character === ',', open === '{' ? 'name' : 'value')
  }

  #string(next: Expected): boolean {
    this.inString = this.#skip(STRING_START) > 0
    const ended = this.inString && this.#text[this.at] === '"'
    if (ended) this.inString = false
    return this.#take(ended, next)
  }

  #close(): boolean {
    this.#open.pop()
    return this.#take(true, 'comma')
  }

  #take(fits: boolean, next: Expected): boolean {
    if (!fits) return false
    this.at += 1
    this.wanted = next
    return true
  }

  #skip(pattern: RegExp): number {
    pattern.lastIndex = this.at
    const length = pattern.exec(this.#text)?.[0].length ?? 0
    this.at += length
    return length
  }
}

function hintAt(text: string, { at, inString, wanted: expected }: Scan): string {
  const character = text[at]
  if (character === undefined) return 'The body ends too early: a quote, a bracket or a brace is still open.'
  if (character === '\u{feff}') return 'Send UTF-8 without a byte order mark.'
  if (inString) return 'In a text, write a line break as `\\n`, a backslash as `\\\\` and a quote as `\\"`.'
  if (character === "'") return 'Names and texts stand in double quotes: `"` and not `\'`.'
  if (/[\u2018-\u201f\u00ab\u00bb]/.test(character)) return 'These are typographic quotes: write straight ones, `"`.'
  if (character === '/' || character === '#') return 'JSON has no comments.'
  if (expected === 'colon') return 'A colon stands between a name and its value.'
  if ((character === '}' || character === ']') && /,\s*$/.test(text.slice(Math.max(0, at - 64), at))) {
    return 'No comma stands after the last entry.'
  }
  if (/[\p{L}_$]/u.test(character))
    return 'Names and texts stand in double quotes; the bare words are `true`, `false` and `null`.'
  if (expected === 'comma') return 'A comma stands between two entries, and nothing after the end.'
  return 'Send one JSON object, as UTF-8 without a byte order mark.'
}
