import { checkoutPageWords } from './words/page-words.ts'
import { plainText } from './words/plain-text.ts'

/** The texts of a shop's answer that are known without a browser. They are the shop's own words: only the title is shown to anybody. */
export interface ShopAnswerText {
  readonly title: string
  readonly isDeclined: boolean
  readonly isChallenge: boolean
  readonly isThanks: boolean
  readonly isCaptcha: boolean
}

/** Reads the headings, alerts and title of a page, or the members of JSON that say how a request has ended. */
export function readShopAnswerText(body: string): ShopAnswerText {
  const json = jsonOf(body)
  const said = (json === null ? textsOfPage(body) : textsOfJson(json)).map(plainText)
  const says = (source: string) => said.some((text) => new RegExp(source, 'u').test(text))
  return {
    title: titleOf(body),
    isDeclined: says(checkoutPageWords.declined) || (json !== null && says('^(?:failed|refused|denied|error)$')),
    isChallenge: says(checkoutPageWords.challenge) || BANK.test(body),
    isThanks: says(checkoutPageWords.thanks),
    isCaptcha: /captcha|turnstile|challenge-platform|are you (?:a )?human/i.test(body),
  }
}

/** A pattern that only pages and answers have that lead to the bank of the card: fields of the protocols, and states of payment APIs. */
const BANK =
  /name=["']?(?:creq|pareq|threeDSSessionData|threeDSMethodData)\b|"(?:acs_?url|three_?ds?_?[a-z_]*url|creq)"\s*:|"requires_action"|"RequiresAction"|"(?:use_stripe_sdk|redirect_to_url)"\s*:\s*\{/i

const titleOf = (body: string): string => entities(/<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? '')

/** The texts of an HTML page's title, headings and alerts. */
function textsOfPage(html: string): string[] {
  const plain = html.replaceAll(/<(script|style|template|noscript)\b[\s\S]*?<\/\1>/gi, '')
  const heads = [...plain.matchAll(/<(h[1-3])\b[^>]*>([\s\S]*?)<\/\1>/gi)].map(([, , text = '']) => text)
  const alerts = [...plain.matchAll(/<(\w+)\b[^>]*\brole=["']?(?:alert|status)\b[^>]*>([\s\S]*?)<\/\1>/gi)]
  return [titleOf(html), ...heads, ...alerts.map(([, , text = '']) => text)].map((each) =>
    entities(each.replaceAll(/<[^>]*>/g, ' ')),
  )
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const entities = (text: string): string =>
  text
    .replaceAll(/&#(\d+);/g, (_whole, digits: string) => String.fromCodePoint(Math.min(Number(digits), 0x10ffff)))
    .replaceAll(/&(\w+);/g, (whole, name: string) => NAMED[name] ?? whole)

function jsonOf(body: string): object | null {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' ? parsed : null
  } catch {
    return null
  }
}

const TELLING =
  /^(?:status|state|result|outcome|error|errors|code|message|type|reason|detail|decline_?code|payment_?status)$/i

/** The texts in a shop's JSON answer that say how the payment has ended. */
function textsOfJson(value: unknown, isTelling = false): string[] {
  if (typeof value === 'string') return isTelling ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    textsOfJson(member, TELLING.test(name) || (isTelling && Array.isArray(value))),
  )
}
