import type { Card } from './card.ts'
import { FillError } from './fill-error.ts'

export interface Outgoing {
  readonly url: string
  readonly contentType: string
  /** With `{{pan}}`, `{{exp}}` and `{{cvv}}` where the card belongs. */
  readonly body: string
}

export interface Answer {
  readonly status: number
  readonly body: string
}

const PLACE = /\{\{(pan|exp|cvv)\}\}/g
const SENT_WITHIN_MS = 30_000
const MOST_ANSWERED = 65_536

/**
 * Sends a request with the card in place of its placeholders, to the intent's origin alone. Redirects are not followed: the body would
 * go along. What the shop repeats of the number is taken out of its answer.
 */
export async function sendWithCard(
  { url, contentType, body }: Outgoing,
  readCard: () => Promise<Card>,
  origin: string,
): Promise<Answer> {
  if (URL.parse(url)?.origin !== origin) {
    throw new FillError(`This purchase may be paid at ${origin} alone, and the request goes somewhere else.`)
  }
  if (!body.includes('{{pan}}')) throw new FillError('The body has no {{pan}}: nothing would be paid.')
  const card = await readCard()
  const write = /json/i.test(contentType) ? (value: string) => value : encodeURIComponent
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: body.replaceAll(PLACE, (_whole, name: keyof Card) => write(card[name])),
    redirect: 'manual',
    signal: AbortSignal.timeout(SENT_WITHIN_MS),
  }).catch(() => {
    throw new FillError('The shop did not answer. Look for the charge before you pay again.')
  })
  return { status: reply.status, body: without(card, (await reply.text()).slice(0, MOST_ANSWERED)) }
}

const without = ({ pan, cvv }: Card, text: string): string => {
  const number = new RegExp(Array.from(pan).join('[ -]?'), 'g')
  const code = new RegExp(`(?<![0-9])${cvv}(?![0-9])`, 'g')
  return text.replaceAll(number, `[card number]`).replaceAll(code, '[cvv]')
}
