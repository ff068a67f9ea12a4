import type { Card } from './card.ts'

/**
 * A body with the placeholder's number and CVV exchanged for the card's, where they are whole values of it: a form's or JSON's. Null
 * where the number does not stand there: three digits alone are everywhere, so the CVV is exchanged only beside it.
 */
export function swapped(body: string, contentType: string, from: Card, to: Card): string | null {
  const exchange = (value: string): string => {
    const compact = value.replaceAll(/[ -]/g, '')
    if (compact === from.pan) return value.length === compact.length ? to.pan : grouped(to.pan, value)
    return value === from.cvv ? to.cvv : value
  }
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return swappedForm(body, from, exchange)
  if (/^application\/([\w.-]+\+)?json\b/i.test(contentType)) return swappedJson(body, from, exchange)
  if (/^multipart\/form-data\b/i.test(contentType)) return swappedMultipart(body, from, exchange)
  return null
}

/** In groups as the page has written it. */
const grouped = (pan: string, like: string): string => {
  let at = 0
  return like.replaceAll(/\d/g, () => pan[at++] ?? '')
}

const isNumber = (value: string, { pan }: Card): boolean => value.replaceAll(/[ -]/g, '') === pan

function swappedForm(body: string, from: Card, exchange: (value: string) => string): string | null {
  const fields = [...new URLSearchParams(body)]
  if (!fields.some(([, value]) => isNumber(value, from))) return null
  return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, exchange(value)])).toString()
}

function swappedJson(body: string, from: Card, exchange: (value: string) => string): string | null {
  let found = false
  try {
    const exchanged = JSON.stringify(JSON.parse(body), (_name, value: unknown) => {
      if (typeof value !== 'string') return value
      found ||= isNumber(value, from)
      return exchange(value)
    })
    return found ? exchanged : null
  } catch {
    return null
  }
}

/** Parts are split at their blank lines, so a value is what follows one up to the next boundary. */
function swappedMultipart(body: string, from: Card, exchange: (value: string) => string): string | null {
  const VALUE = /(\r\n\r\n)([^\r\n]*)(?=\r\n--)/g
  if (![...body.matchAll(VALUE)].some(([, , value = '']) => isNumber(value, from))) return null
  return body.replaceAll(VALUE, (_whole, blank: string, value: string) => `${blank}${exchange(value)}`)
}
