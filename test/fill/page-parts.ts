/* Parts of checkout pages. */

export const form = (fields: string, attributes = 'method="post" action="/pay"') =>
  `<form ${attributes}>${fields}<button>Pay</button></form>`
export const NUMBER = '<input autocomplete="cc-number" name="number">'
export const EXPIRY = '<input autocomplete="cc-exp" name="expiry">'
export const CODE = '<input autocomplete="cc-csc" name="code">'
export const ALL = NUMBER + EXPIRY + CODE
export const script = (text: string) => `<script>${text}</script>`
export const VALUES = `Object.fromEntries([...document.querySelectorAll('input')].map((i) => [i.name, i.value]))`
export const onSubmit = (text: string) =>
  script(`document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); ${text} })`)
export const THEN = `.then((r) => r.text()).then(() => { document.title = 'Thanks' })`
export const JSON_POST = `fetch('/pay', { method: 'POST', body: JSON.stringify(${VALUES}) })${THEN}`
export const options = (values: readonly (readonly [string, string])[]) =>
  values.map(([value, text]) => `<option value="${value}">${text}</option>`).join('')
export const months = Array.from({ length: 12 }, (_none, index) => index + 1)
