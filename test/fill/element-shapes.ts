import {
  script,
  THANKS,
  NUMBER,
  EXPIRY,
  CODE,
  fields,
  sends,
  sender,
  form,
  frame,
  tokens,
  shop,
  ELEMENTS_POST,
  GRAPHQL_POST,
  SPLIT,
  HIDDEN,
  THREE,
  type Shape,
} from './framed-fields.ts'

export const elementShapes: readonly Shape[] = [
  {
    name: 'a frame for each field, and one that sends',
    after: 'Stripe: card elements',
    html: shop(THREE + frame('FIELDS/controller', HIDDEN), 3),
    pages: { ...SPLIT, 'FIELDS/controller': sender(ELEMENTS_POST) },
    ends: 'paid',
  },
  {
    name: 'one frame for all fields, with a postal code',
    after: 'Stripe: the card element',
    html: shop(frame('FIELDS/card') + frame('FIELDS/controller', HIDDEN), 1),
    pages: {
      'FIELDS/card': fields(
        `${NUMBER}${EXPIRY}${CODE}<input autocomplete="billing postal-code" name="postal" value="12045">`,
      ),
      'FIELDS/controller': sender(ELEMENTS_POST),
    },
    ends: 'paid',
  },
  {
    name: 'a frame in a frame, and a button that waits for the fields',
    after: 'Stripe: the payment element',
    html:
      shop(frame('FIELDS/payment', 'width:400px;height:300px'), 0, '<button disabled>Pay $42.00</button>') +
      script(
        `addEventListener('message', ({ data }) => { if (data === 'complete') document.querySelector('button').disabled = false })`,
      ),
    pages: {
      'FIELDS/payment': `<!doctype html>${frame('FIELDS/inner')}${script(
        sends(
          form(
            '/v1/payment_intents/pi_1/confirm',
            `{ 'payment_method_data[card][number]': values.cardnumber, 'payment_method_data[card][cvc]': values.cvc, 'payment_method_data[card][exp_month]': month, 'payment_method_data[card][exp_year]': year, client_secret: 'pi_1_secret' }`,
          ),
        ),
      )}`,
      'FIELDS/inner': fields(
        `<label>Card number<input name="cardnumber" autocomplete="billing cc-number"></label><label>Expiration date<input name="exp-date" autocomplete="billing cc-exp" placeholder="MM / YY"></label><label>Security code<input name="cvc" autocomplete="billing cc-csc"></label><select name="country"><option>DE</option></select>`,
        `; document.addEventListener('input', () => { if ([...document.querySelectorAll('label input')].every((i) => i.value !== '')) setTimeout(() => top.postMessage('complete', '*'), 100) })`,
      ),
    },
    ends: 'paid',
  },
  {
    name: 'frames that come later, and whose fields come later still',
    after: 'Stripe: elements of a page made by scripts',
    html:
      `<form id="payment-form"><div id="card-element"></div><button>Pay</button></form>` +
      script(`${tokens(0)}
      setTimeout(() => { document.querySelector('#card-element').innerHTML = ${JSON.stringify(frame('FIELDS/late'))} }, 300)
      document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); tokenize() })`),
    pages: {
      'FIELDS/late': `<!doctype html><form></form>${script(`setTimeout(() => { document.querySelector('form').innerHTML = ${JSON.stringify(NUMBER + EXPIRY + CODE)} }, 300);
      ${sends(ELEMENTS_POST)}; const bus = new BroadcastChannel('fields'); bus.onmessage = ({ data }) => {}
      addEventListener('message', () => Object.assign(values, Object.fromEntries([...document.querySelectorAll('input')].map((i) => [i.name, i.value]))))`)}`,
    },
    ends: 'paid',
  },
  {
    name: 'the page of the provider, at its own origin',
    after: 'Stripe: a hosted checkout page',
    at: 'FIELDS',
    html: `<form><label>Card information<input name="cardNumber" autocomplete="cc-number" placeholder="1234 1234 1234 1234"></label><input name="cardExpiry" autocomplete="cc-exp" placeholder="MM / YY"><input name="cardCvc" autocomplete="cc-csc" placeholder="CVC"><button type="submit">Pay</button></form>${script(`
      const v = (name) => document.querySelector('[name=' + name + ']').value
      document.querySelector('form').addEventListener('submit', (event) => {
        event.preventDefault()
        const [month, year] = v('cardExpiry').split('/').map((each) => each.trim())
        ${form('/v1/payment_methods', `{ 'card[number]': v('cardNumber'), 'card[cvc]': v('cardCvc'), 'card[exp_month]': month, 'card[exp_year]': year }`)}.then(() => { ${THANKS} })
      })`)}`,
    ends: 'paid',
  },
  {
    name: 'an answer of the provider that repeats the number',
    after: 'Stripe: card elements, and an answer that no provider gives',
    html: shop(THREE + frame('FIELDS/controller', HIDDEN), 3),
    pages: { ...SPLIT, 'FIELDS/controller': sender(ELEMENTS_POST.replace('/v1/payment_methods', '/echo')) },
    ends: 'paid',
  },
  {
    name: 'a shop that plants a listener for what frames tell',
    after: 'Stripe: card elements, and frames that tell their page',
    html:
      shop(THREE + frame('FIELDS/controller', HIDDEN), 3) +
      script(
        `addEventListener('message', ({ data }) => { const text = JSON.stringify(data); document.body.append(text); navigator.sendBeacon('OTHER/elsewhere', text) })`,
      ),
    pages: {
      ...SPLIT,
      'FIELDS/number': fields(
        NUMBER,
        `; document.addEventListener('input', ({ target }) => top.postMessage({ typed: target.value }, '*'))`,
      ),
      'FIELDS/controller': sender(ELEMENTS_POST),
    },
    ends: 'paid',
  },
]

export const hostedFieldShapes: readonly Shape[] = [
  {
    name: 'a frame for each field, of which one sends; a button that is disabled at first',
    after: 'Braintree: hosted fields',
    html:
      shop(THREE, 0, '<input type="submit" value="Pay" disabled>') +
      script(`setTimeout(() => { document.querySelector('[type=submit]').disabled = false }, 500)`),
    pages: {
      ...SPLIT,
      'FIELDS/number': fields(
        NUMBER,
        `;${sends(GRAPHQL_POST)}; values.cardnumber = ''; document.addEventListener('input', ({ target }) => { values.cardnumber = target.value })`,
      ),
    },
    ends: 'paid',
  },
  {
    name: 'frames for month and year, the month as a list',
    after: 'Braintree: hosted fields with expirationMonth and expirationYear',
    html: shop(
      frame('FIELDS/number') +
        frame('FIELDS/month') +
        frame('FIELDS/year') +
        frame('FIELDS/cvc') +
        frame('FIELDS/controller', HIDDEN),
      4,
    ),
    pages: {
      ...SPLIT,
      'FIELDS/month': fields(
        `<select name="mm" autocomplete="cc-exp-month">${Array.from({ length: 12 }, (_none, index) => `<option value="${index + 1}">${index + 1}</option>`).join('')}</select>`,
      ),
      'FIELDS/year': fields('<input name="yy" autocomplete="cc-exp-year" maxlength="2" placeholder="YY">'),
      'FIELDS/controller': sender(GRAPHQL_POST),
    },
    ends: 'paid',
  },
  {
    name: 'a button outside of any form, beside one of a wallet',
    after: 'Braintree: the drop-in',
    html:
      `<div>${frame('FIELDS/card')}</div><button type="button">Pay with PayPal</button><button type="button" id="go">Purchase</button>` +
      script(`${tokens(0)}; document.querySelector('#go').addEventListener('click', tokenize)`),
    pages: {
      'FIELDS/card': fields(
        NUMBER + EXPIRY + CODE,
        `;${sends(GRAPHQL_POST)}; document.addEventListener('input', ({ target }) => { values[target.name] = target.value })`,
      ),
    },
    ends: 'paid',
  },
]
