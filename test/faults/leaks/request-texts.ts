import { canonicalJson } from '../../../src/lib/canonical-json.ts'

/** A request as it left the caller. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: string | undefined
}

/** A text that may have been hashed, if number and CVV are these. */
export interface Guess {
  readonly name: string
  readonly hasCvv: boolean
  text(number: string, cvv: string): string
}

const inGroups = (number: string, by: string) => (number.match(/.{4}/g) ?? []).join(by)

const BARE: readonly Guess[] = [
  { name: 'number', hasCvv: false, text: (number) => number },
  { name: 'number in groups', hasCvv: false, text: (number) => inGroups(number, ' ') },
  { name: 'number in groups', hasCvv: false, text: (number) => inGroups(number, '-') },
  { name: 'number and CVV', hasCvv: true, text: (number, cvv) => number + cvv },
  { name: 'number and CVV', hasCvv: true, text: (number, cvv) => `${number}:${cvv}` },
  { name: 'number and CVV', hasCvv: true, text: (number, cvv) => `${number}|${cvv}` },
]

/**
 * Everything that may have been hashed of requests with a number: the number alone, and each request whose other words are known:
 * nearly all of them stand in the database.
 */
export function guesses(requests: readonly Asked[], number: string): Guess[] {
  const within = new Map<string, Guess>()
  for (const [name, text] of requests.flatMap(textsOf)) {
    if (!text.includes(number)) continue
    const template = text.replaceAll(number, NUMBER).replace(CVV_FIELD, `$1${CVV}"`)
    within.set(template, {
      name,
      hasCvv: template.includes(CVV),
      text: (guessed, cvv) => template.replaceAll(NUMBER, guessed).replaceAll(CVV, cvv),
    })
  }
  return [...BARE, ...within.values()]
}

/** No text of a request has them. */
const NUMBER = '\u0001'
const CVV = '\u0002'
const CVV_FIELD = /("cvv":\[?")[0-9]{3}"/

function textsOf({ method, path, body }: Asked): [name: string, text: string][] {
  const texts: [string, string][] = [['method and path', `${method} ${path}`]]
  return body === undefined ? texts : [...texts, ['body as sent', body], ...canonicalTexts(body)]
}

/** What is no JSON can have been hashed as it was sent, and in no other way. */
function canonicalTexts(body: string): [name: string, text: string][] {
  try {
    const value: unknown = JSON.parse(body)
    return [
      ['canonical body', canonicalJson(value)],
      ['canonical body and query', canonicalJson({ query: {}, body: value })],
    ]
  } catch {
    return []
  }
}
