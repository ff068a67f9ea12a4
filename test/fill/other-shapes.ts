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
  json,
  frame,
  tokens,
  shop,
  ELEMENTS_POST,
  SPLIT,
  HIDDEN,
  THREE,
  type Shape,
} from './framed-fields.ts'

export const otherShapes: readonly Shape[] = [
  {
    name: 'frames of a provider that encrypts',
    after: 'Adyen: secured fields',
    html: shop(frame('SEALED/number') + frame('SEALED/expiry') + frame('SEALED/cvc'), 0),
    pages: { 'SEALED/number': fields(NUMBER), 'SEALED/expiry': fields(EXPIRY), 'SEALED/cvc': fields(CODE) },
    ends: /fields that are not encrypted in the page/,
  },
  {
    name: 'frames that encrypt, of a provider that is not known for it',
    after: 'Cybersource: microform',
    html: shop(THREE + frame('FIELDS/controller', HIDDEN), 3),
    pages: {
      ...SPLIT,
      'FIELDS/controller': sender(
        `crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt']).then((key) => crypto.subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, key, new TextEncoder().encode(values.cardnumber))).then((sealed) => fetch('API/elsewhere/flex/v2/tokens', { method: 'POST', body: String.fromCharCode(...new Uint8Array(sealed).map((byte) => 65 + (byte % 26))) }))`,
      ),
    },
    ends: /may encrypt it\. Nothing was paid/,
  },
  {
    name: 'one frame of a provider on the site of the shop',
    after: 'Checkout.com: frames, a single one',
    html: shop(frame('NEAR/card'), 0),
    pages: {
      'NEAR/card': fields(
        `<input data-frames="card-number" aria-label="Card number" name="cardnumber"><input aria-label="Expiry date" placeholder="MM/YY" name="exp-date"><input aria-label="CVV" name="cvc">`,
        `;${sends(json('/tokens', `{ type: 'card', number: values.cardnumber, expiry_month: Number(month), expiry_year: 2000 + Number(year), cvv: values.cvc }`, `, authorization: 'pk_test'`))}; document.addEventListener('input', ({ target }) => { values[target.name] = target.value })`,
      ),
    },
    ends: 'paid',
  },
  {
    name: 'one frame, whose request has the card in a member of its own',
    after: 'Square: the card of the Web Payments SDK',
    html:
      `<div>${frame('FIELDS/card')}</div><button id="card-button" type="button">Pay $42.00</button>` +
      script(`${tokens(0)}; document.querySelector('#card-button').addEventListener('click', tokenize)`),
    pages: {
      'FIELDS/card': fields(
        NUMBER + EXPIRY + CODE,
        `;${sends(json('/v2/card-nonce', `{ client_id: 'sq0', card_data: { number: values.cardnumber, cvv: values.cvc, exp_month: Number(month), exp_year: 2000 + Number(year), billing_postal_code: '94103' } }`))}; document.addEventListener('input', ({ target }) => { values[target.name] = target.value })`,
      ),
    },
    ends: 'paid',
  },
  {
    name: 'four frames in a page made by components, with the name on the card',
    after: 'Shopify: the card fields of a checkout',
    html:
      `<main>${frame('FIELDS/number')}${frame('FIELDS/expiry')}${frame('FIELDS/cvc')}${frame('FIELDS/name')}</main><a href="#">Buy it later</a><button type="submit" id="pay"><span>Pay now</span></button>` +
      script(`${tokens(3)}; document.querySelector('#pay').addEventListener('click', tokenize)`),
    pages: {
      ...SPLIT,
      'FIELDS/name': `<!doctype html><input name="name" placeholder="Name on card" value="Ada">${script(
        sends(
          json(
            '/sessions',
            `{ credit_card: { number: values.cardnumber, month: Number(month), year: 2000 + Number(year), verification_value: values.cvc, name: 'Ada' }, payment_session_scope: location.hostname }`,
          ),
        ),
      )}`,
    },
    ends: 'paid',
  },
  {
    name: 'fields in the page, sent to the provider by its script',
    after: 'Authorize.net: Accept.js',
    html: `<form id="paymentForm"><input id="cardNumber" placeholder="cardNumber"><input id="expMonth" placeholder="expMonth"><input id="expYear" placeholder="expYear"><input id="cardCode" placeholder="cardCode"><button type="button" onclick="send()">Pay</button></form>${script(`
      const v = (id) => document.getElementById(id).value
      const send = () => ${json('/xml/v1/request.api', `{ securePaymentContainerRequest: { merchantAuthentication: { name: 'shop', clientKey: 'key' }, data: { type: 'TOKEN', token: { cardNumber: v('cardNumber'), expirationDate: v('expMonth') + v('expYear').slice(-2), cardCode: v('cardCode') } } } }`)}
        .then(() => fetch('/charge', { method: 'POST', body: 'token' })).then(() => { ${THANKS} })`)}`,
    submit: 'button',
    ends: 'paid',
  },
  {
    name: 'a form of the provider in a frame, with its own button',
    after: 'Authorize.net: Accept Hosted in a frame',
    html: `<h1>Payment</h1>${frame('FIELDS/hosted', 'width:500px;height:400px')}${script(`addEventListener('message', ({ data }) => { if (data.token) { ${THANKS} } })`)}`,
    pages: {
      'FIELDS/hosted': `<!doctype html><form><label>Card Number<input name="cardNum"></label><label>Exp. Date (MM/YY)<input name="expiryDate" placeholder="MM/YY"></label><label>Card Code<input name="cvv"></label><button>Pay</button></form>${script(`
        document.querySelector('form').addEventListener('submit', (event) => {
          event.preventDefault()
          const data = Object.fromEntries(new FormData(event.target))
          fetch('FIELDS/payment/submit', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(data) }).then(() => parent.postMessage({ token: 1 }, '*'))
        })`)}`,
    },
    ends: 'paid',
  },
  {
    name: 'fields in the page, posted across origins as a form',
    after: 'Recurly: tokens from a form of the shop',
    html: `<form id="f"><input data-recurly="number" name="number"><input data-recurly="month" name="month" maxlength="2" aria-label="Expiry month"><input data-recurly="year" name="year" maxlength="4" aria-label="Expiry year"><input data-recurly="cvv" name="cvv"><button>Subscribe</button></form>${script(`
      f.addEventListener('submit', (event) => { event.preventDefault(); ${form('/js/v1/token', 'new FormData(f)')}.then(() => { ${THANKS} }) })`)}`,
    ends: 'paid',
  },
  {
    name: 'a form that posts to the provider, which sends the browser back',
    after: 'a direct post to a known provider',
    html: `<form method="post" action="API/moved?status=303&to=SHOP/thanks"><input autocomplete="cc-number" name="card_number"><input autocomplete="cc-exp" name="expiry"><input autocomplete="cc-csc" name="cvv2"><button>Pay</button></form>`,
    pages: { 'SHOP/thanks': '<title>Thanks</title>' },
    ends: 'paid',
  },
  {
    name: 'a form that posts to a provider that nobody knows',
    after: 'a direct post to another provider',
    html: `<form method="post" action="OTHER/pay"><input autocomplete="cc-number" name="number"><input autocomplete="cc-exp" name="expiry"><input autocomplete="cc-csc" name="cvv2"><button>Pay</button></form>`,
    ends: /not of a known payment provider.* Nothing was paid/,
  },
  {
    name: 'frames of an origin that the owner lists',
    after: 'a provider of the owner',
    html: shop(frame('LISTED/card'), 0),
    pages: {
      'LISTED/card': fields(
        NUMBER + EXPIRY + CODE,
        `;${sends(json('/cards', `{ pan: values.cardnumber, expiry: month + '/' + year, cvv: values.cvc }`).replace('API', 'LISTED'))}; document.addEventListener('input', ({ target }) => { values[target.name] = target.value })`,
      ),
    },
    ends: 'paid',
  },
  {
    name: 'frames of an origin that nobody knows',
    after: 'a provider that is on no list',
    html: shop(frame('OTHER/card'), 0),
    pages: { 'OTHER/card': fields(NUMBER + EXPIRY + CODE) },
    ends: /known payment provider: they are in a frame of/,
  },
  {
    name: 'a frame that nobody knows beside those of a provider',
    after: 'Stripe: card elements, and a frame that an agent plants',
    html: shop(THREE + frame('FIELDS/controller', HIDDEN) + frame('OTHER/card'), 3),
    pages: { ...SPLIT, 'FIELDS/controller': sender(ELEMENTS_POST), 'OTHER/card': fields(NUMBER + EXPIRY + CODE) },
    ends: 'paid',
  },
  {
    name: 'known frames whose script sends the number elsewhere',
    after: 'Stripe: card elements, and a script that is not the provider’s',
    html: shop(THREE + frame('FIELDS/controller', HIDDEN), 3),
    pages: { ...SPLIT, 'FIELDS/controller': sender(ELEMENTS_POST.replace('API', 'OTHER')) },
    ends: /another origin.* Nothing was paid/,
  },
  {
    name: 'frames that nobody sees',
    after: 'frames that a shop hides',
    html: shop(frame('FIELDS/number', 'opacity:0') + frame('FIELDS/expiry') + frame('FIELDS/cvc', HIDDEN), 0),
    pages: SPLIT,
    ends: /one field for the card number in its frames: they have 0/,
  },
  {
    name: 'two sets of frames',
    after: 'Stripe: card elements, mounted twice',
    html: shop(THREE + THREE, 0),
    pages: SPLIT,
    ends: /one field for the card number in its frames: they have 2/,
  },
  {
    name: 'frames without a button that pays',
    after: 'Stripe: card elements beside a link',
    html: `${THREE}<button>Continue</button><button>Back</button>`,
    pages: SPLIT,
    ends: /one button that pays/,
  },
  {
    name: 'a frame without a site',
    after: 'a sandboxed frame',
    html: `<form><iframe sandbox="allow-scripts" src="FIELDS/card"></iframe><button>Pay</button></form>`,
    pages: { 'FIELDS/card': `<!doctype html>${NUMBER}${EXPIRY}${CODE}` },
    ends: /a frame that has none/,
  },
  {
    name: 'a frame of the shop itself',
    after: 'a shop that frames its own checkout',
    html: `<p>Basket</p>${frame('SHOP/inner', 'width:400px;height:200px')}`,
    pages: {
      'SHOP/inner': `<!doctype html><form>${NUMBER}${EXPIRY}${CODE}<button>Pay</button></form>${script(`
        document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); fetch('/pay', { method: 'POST', body: new FormData(event.target) }).then(() => { top.document.title = 'Thanks' }) })`)}`,
    },
    ends: 'paid',
  },
  {
    name: 'fields of components, known by their labels, without a form',
    after: 'a shop of web components that sends JSON',
    html: `<pay-card></pay-card><pay-button></pay-button>${script(`
      const tree = (name, html) => { const root = document.querySelector(name).attachShadow({ mode: 'open' }); root.innerHTML = html; return root }
      const card = tree('pay-card', '<label>Card number<input></label><label>Expiry date<input placeholder="MM/YY"></label><label>Security code<input></label>')
      tree('pay-button', '<button>Place your order</button>').querySelector('button').addEventListener('click', () => {
        const [cardNumber, expiry, securityCode] = [...card.querySelectorAll('input')].map((i) => i.value)
        fetch('/api/orders', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ payment: { cardNumber, expiry, securityCode } }) }).then(() => { ${THANKS} })
      })`)}`,
    ends: 'paid',
  },
  {
    name: 'fields in a closed shadow tree',
    after: 'components that nobody can look into',
    html: `<pay-card></pay-card>${script(`document.querySelector('pay-card').attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(`<form>${NUMBER}${EXPIRY}${CODE}<button>Pay</button></form>`)}`)}`,
    ends: /a field for the card number/,
  },
  {
    name: 'two buttons that pay, and no form',
    after: 'a shop without a form',
    html: `${NUMBER}${EXPIRY}${CODE}<button>Pay now</button><button>Pay in three months</button>`,
    ends: /one button that pays/,
  },
]
