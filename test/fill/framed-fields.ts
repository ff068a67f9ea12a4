import type { Kind } from './checkout-kinds.ts'

/**
 * A checkout page in the way of a payment provider's public documents. `FIELDS` stands for the origin of a known provider's frames, on
 * another site than the shop, `NEAR` for one on the shop's site, `API` for the origin that gets their numbers, `SEALED` for a provider that
 * encrypts, `LISTED` for an origin that the owner lists, `OTHER` for one that nobody knows.
 */
export interface Shape extends Kind {
  /** The documents that the shape follows. */
  readonly after: string
  /** The pages of the providers, by origin and path. */
  readonly pages?: Readonly<Record<string, string>>
  /** The origin at which the page that is filled in stands, where it is not the shop's. */
  readonly at?: 'FIELDS' | 'SHOP'
}

export const script = (text: string) => `<script>${text}</script>`
export const THANKS = `document.title = 'Thanks'`
export const NUMBER = '<input autocomplete="cc-number" name="cardnumber" inputmode="numeric">'
export const EXPIRY = '<input autocomplete="cc-exp" name="exp-date" placeholder="MM / YY">'
export const CODE = '<input autocomplete="cc-csc" name="cvc">'
/** Frames have inputs that nobody sees, for the browser's own filling in. */
const UNSEEN =
  '<input class="fill" autocomplete="cc-number" aria-hidden="true" tabindex="-1" style="position:absolute;opacity:0;height:1px">' +
  '<button type="submit" style="display:none"></button>'

/** The document of a frame with fields, whose values the other frames of the provider ask for. */
export const fields = (inputs: string, more = '') =>
  `<!doctype html><form onsubmit="return false">${inputs}${UNSEEN}</form>${script(`
  const bus = new BroadcastChannel('fields')
  const tell = () => bus.postMessage({ values: Object.fromEntries([...document.querySelectorAll('input[name], select')].map((i) => [i.name, i.value])) })
  bus.onmessage = ({ data }) => data.asks && tell()
  document.addEventListener('input', tell)${more}`)}`

/** Sends what the fields have, once the shop's page asks for it, and answers the page with a token. */
export const sends = (request: string) => `
  const values = {}
  const all = new BroadcastChannel('fields')
  all.onmessage = ({ data }) => Object.assign(values, data.values)
  addEventListener('message', ({ data }) => {
    if (data !== 'tokenize') return
    all.postMessage({ asks: true })
    setTimeout(() => {
      const [month, year] = (values['exp-date'] ?? values.mm + '/' + values.yy).split('/').map((each) => each.trim())
      ${request}.then((r) => r.text()).then(() => top.postMessage({ token: 'tok_1' }, '*'))
    }, 40)
  })`
export const sender = (request: string) => `<!doctype html>${script(sends(request))}`

export const form = (path: string, entries: string) =>
  `fetch('API${path}', { method: 'POST', body: new URLSearchParams(${entries}) })`
export const json = (path: string, body: string, headers = '') =>
  `fetch('API${path}', { method: 'POST', headers: { 'content-type': 'application/json'${headers} }, body: JSON.stringify(${body}) })`

export const frame = (src: string, style = 'width:300px;height:40px;border:0') =>
  `<iframe src="${src}" style="${style}"></iframe>`
/** The shop's page gets a token from the frame with this index, and posts it to the shop. */
export const tokens = (index: number) => `
  const tokenize = () => frames[${index}].postMessage('tokenize', '*')
  addEventListener('message', ({ data }) => {
    if (data.token === undefined) return
    fetch('/charge', { method: 'POST', body: JSON.stringify(data) }).then(() => { ${THANKS} })
  })`
export const shop = (frames: string, index: number, button = '<button>Pay</button>') =>
  `<form id="payment-form"><input name="email" value="ada@example.com">${frames}${button}</form>` +
  script(`${tokens(index)}
  document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); tokenize() })`)

export const ELEMENTS_POST = form(
  '/v1/payment_methods',
  `{ type: 'card', 'card[number]': values.cardnumber, 'card[cvc]': values.cvc, 'card[exp_month]': month, 'card[exp_year]': year }`,
)
export const GRAPHQL_POST = json(
  '/graphql',
  `{ operationName: 'TokenizeCreditCard', query: 'mutation TokenizeCreditCard($input: TokenizeCreditCardInput!) { tokenizeCreditCard(input: $input) { token } }', variables: { input: { creditCard: { number: values.cardnumber, expirationMonth: month, expirationYear: '20' + year, cvv: values.cvc } } } }`,
  `, authorization: 'Bearer fingerprint', 'braintree-version': '2018-05-10'`,
)
export const SPLIT = {
  'FIELDS/number': fields(NUMBER),
  'FIELDS/expiry': fields(EXPIRY),
  'FIELDS/cvc': fields(CODE),
}
export const HIDDEN = 'display:none'
export const THREE = frame('FIELDS/number') + frame('FIELDS/expiry') + frame('FIELDS/cvc')
