/** A value in a request's body, with the innermost name that it has: `pan` in `{"card": {"pan": "4..."}}`. */
export interface RequestBodyValue {
  readonly name: string
  readonly value: string
}

/** The body of a request that pays, divided into its values. */
export interface RequestBody {
  readonly entries: readonly RequestBodyValue[]
  /** Returns the paying request's body with these values in place of its own, in the order of `entries`. All else stays as it was. */
  write(values: readonly string[]): string
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i
const BOUNDARY = /^multipart\/form-data\b.*?\bboundary=(?:"([^"]+)"|([^\s;]+))/i
const NO_TYPE = /^(?:text\/plain\b|$)/i

/**
 * Reads the values of a form or of JSON, by the content type, and those of JSON texts among them. A body of `text/plain` or without a content type is read as JSON, because
 * `fetch` sends strings as `text/plain`. Null for all other content types.
 */
export function readRequestBodyValues(body: string, contentType: string): RequestBody | null {
  const read = readOuter(body, contentType)
  return read === null ? null : withJsonInside(read)
}

function readOuter(body: string, contentType: string): RequestBody | null {
  if (FORM_TYPE.test(contentType)) return formBody(body)
  if (JSON_TYPE.test(contentType) || NO_TYPE.test(contentType)) return jsonBody(body)
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? []
  const boundary = quoted ?? bare
  return boundary === undefined ? null : multipartBody(body, boundary)
}

/** Divides the values of a request's body that are JSON texts into their members, because some forms send everything in one field. */
function withJsonInside(outer: RequestBody): RequestBody {
  const inner = outer.entries.map(({ value }) => (/^\s*[[{]/.test(value) ? jsonBody(value) : null))
  const sizes = inner.map((its) => its?.entries.length ?? 1)
  const entries = outer.entries.flatMap((entry, index) => inner[index]?.entries ?? [entry])
  const write = (values: readonly string[]) => {
    let from = 0
    const written = outer.entries.map(({ value }, index) => {
      const own = values.slice(from, from + (sizes[index] ?? 1))
      from += own.length
      const its = inner[index]
      if (its === null || its === undefined) return own[0] ?? value
      return its.entries.every((entry, at) => entry.value === own[at]) ? value : its.write(own)
    })
    return outer.write(written)
  }
  return { entries, write }
}

/** Functions of JavaScript's JSON that TypeScript's types do not know yet. */
const {
  parse: parseJson,
  rawJSON,
  isRawJSON,
} = JSON as unknown as {
  parse(text: string, revive: (key: string, value: unknown, context: { source: string }) => unknown): unknown
  rawJSON(text: string): Written
  isRawJSON(value: unknown): value is Written
}
const textOf = (leaf: Leaf): string => (typeof leaf === 'string' ? leaf : leaf.rawJSON)

function formBody(body: string): RequestBody {
  const pairs = body.split('&')
  const entries = pairs.map((pair) => {
    const [[name, value] = ['', '']] = [...new URLSearchParams(pair)]
    return { name: lastKeyOfBodyEntryName(name), value }
  })
  const write = (values: readonly string[]) =>
    pairs
      .map((pair, index) => {
        const value = values[index]
        if (value === undefined || value === entries[index]?.value) return pair
        return `${pair.slice(0, pair.indexOf('='))}=${encodeURIComponent(value).replaceAll('%20', '+')}`
      })
      .join('&')
  return { entries, write }
}

function jsonBody(body: string): RequestBody | null {
  try {
    const parsed = parseJson(body, (_key, value, { source }) => (typeof value === 'number' ? rawJSON(source) : value))
    if (typeof parsed !== 'object' || isRawJSON(parsed)) return null
    const entries: RequestBodyValue[] = []
    walk(parsed, '', (name, value) => {
      entries.push({ name, value: textOf(value) })
      return value
    })
    const write = (values: readonly string[]) => {
      let index = 0
      const written = walk(parsed, '', (_name, value) => {
        const next = values[index]
        index += 1
        if (next === undefined || next === textOf(value)) return value
        return typeof value === 'string' ? next : rawJSON(String(Number(next)))
      })
      return JSON.stringify(written)
    }
    return { entries, write }
  } catch {
    return null
  }
}

type Leaf = string | Written

/** A number of JSON with its digits as they were written: an order's id may have more digits than a JavaScript number keeps. */
interface Written {
  readonly rawJSON: string
}

/** Copies a JSON value, with each text and number replaced by what `see` returns for it. An element of a list has the list's name. */
function walk(value: unknown, name: string, see: (name: string, value: Leaf) => Leaf): unknown {
  if (typeof value === 'string' || isRawJSON(value)) return see(name, value)
  if (Array.isArray(value)) return value.map((element: unknown) => walk(element, name, see))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, walk(member, lastKeyOfBodyEntryName(key), see)]),
  )
}

const SECTION_NAME = /^content-disposition:.*?\bname="([^"]*)"/im

function multipartBody(body: string, boundary: string): RequestBody {
  const sections = body.split(`--${boundary}`)
  const entries = sections.map((section) => {
    const at = section.indexOf('\r\n\r\n')
    const [, name = ''] = SECTION_NAME.exec(section.slice(0, Math.max(at, 0))) ?? []
    const value = at === -1 ? '' : section.slice(at + 4).replace(/\r\n$/, '')
    return { name: lastKeyOfBodyEntryName(name), value }
  })
  const write = (values: readonly string[]) =>
    sections
      .map((section, index) => {
        const value = values[index]
        if (value === undefined || value === entries[index]?.value) return section
        return `${section.slice(0, section.indexOf('\r\n\r\n') + 4)}${value}\r\n`
      })
      .join(`--${boundary}`)
  return { entries, write }
}

/** The last key of a body entry's name, for instance `number` of `payment[card][number]` and of `payment.card.number`. */
export const lastKeyOfBodyEntryName = (name: string): string =>
  name.split(/[[\].]+/).findLast((key) => key !== '') ?? ''
