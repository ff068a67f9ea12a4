import type { JsonPath } from './json-path.ts'

/** Matches the strings and punctuation of a JSON text. Numbers and bare words between them do not matter for finding repeated members. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g

/** An object or list of the JSON text that has begun and not ended yet. */
interface Open {
  readonly names: Set<string>
  step: string | number
}

/**
 * Finds the first member that an object of a JSON text has twice. The text is one that `JSON.parse` accepts. RFC 8259 calls such objects
 * unpredictable: `JSON.parse` keeps the last member in silence, while a proxy or a log in front may have read the first.
 */
export function repeatedJsonMember(text: string): JsonPath | undefined {
  const open: Open[] = []
  let before = ''
  for (const [token] of text.matchAll(TOKEN)) {
    const inner = open.at(-1)
    if (token === '{' || token === '[') open.push({ names: new Set(), step: token === '{' ? '' : 0 })
    else if (token === '}' || token === ']') open.pop()
    else if (inner !== undefined && token === ':') {
      const name = JSON.parse(before) as string
      inner.step = name
      if (inner.names.has(name)) return open.map(({ step }) => step)
      inner.names.add(name)
    } else if (inner !== undefined && token === ',' && typeof inner.step === 'number') inner.step += 1
    before = token
  }
  return undefined
}
