import type { Kind } from './checkout-kinds.ts'
import { ALL, CODE, EXPIRY, form, JSON_POST, NUMBER, onSubmit, script, VALUES } from './page-parts.ts'

const refused = { isUnread: true } as const

/** Pages that cannot be paid as they are, each with what has to be done first. */
export const obstacleShapes: readonly Kind[] = [
  {
    name: 'a dialog in front of the page',
    html: `${form(ALL)}<div style="position:fixed;inset:0;background:#fff">Subscribe to our news!</div>`,
    ends: /nothing covers: close what is in front/,
    obstacle: 'covered',
    ...refused,
  },
  {
    name: 'a dialog that makes the page inert',
    html: `<main inert>${form(ALL)}</main><div role="dialog" aria-modal="true">Choose a country</div>`,
    ends: /nothing covers/,
    obstacle: 'covered',
    ...refused,
  },
  {
    name: 'a closed accordion',
    html: form(`<div style="height:0;overflow:hidden">${ALL}</div>`),
    ends: /it is hidden/,
    obstacle: 'hidden',
    ...refused,
  },
  {
    name: 'PayPal chosen, which hides the card',
    html: form(
      `<label><input type="radio" name="m" checked> PayPal</label><label><input type="radio" name="m"> Card</label><div style="display:none">${ALL}</div>`,
    ),
    ends: /Choose the card as the way to pay/,
    obstacle: 'hidden',
    ...refused,
  },
  {
    name: 'PayPal chosen, with the fields of the card always shown',
    html: form(
      `<label><input type="radio" name="m" value="paypal" checked> PayPal</label><label><input type="radio" name="m" value="card"> Credit card</label>${ALL}`,
    ),
    ends: /another one is chosen/,
    obstacle: 'step',
    ...refused,
  },
  {
    name: 'a list of ways to pay in which none is the card',
    html: form(
      `<select name="m"><option value="i" selected>Rechnung</option><option value="c">Kreditkarte</option></select>${ALL}`,
    ),
    ends: /another one is chosen/,
    obstacle: 'step',
    ...refused,
  },
  {
    name: 'the address comes first',
    html: `<form><label>Name <input name="n"></label><label>Street <input name="s"></label><button data-wrong>Continue</button></form>`,
    ends: /a step before that/,
    obstacle: 'step',
    ...refused,
  },
  {
    name: 'a saved card that wants its CVC',
    html: `<form><p>Visa ending in 4242</p><label>CVC <input name="cvc"></label><button data-wrong>Pay</button></form>`,
    ends: /the CVC of a saved card/,
    obstacle: 'step',
    ...refused,
  },
  {
    name: 'required terms that are not ticked',
    html: form(`${ALL}<label><input type="checkbox" required name="agb"> Ich akzeptiere die AGB</label>`).replace(
      'Pay<',
      'Jetzt bezahlen<',
    ),
    ends: /has to be ticked/,
    obstacle: 'terms',
    ...refused,
  },
  {
    name: 'terms that only the page’s script wants',
    html:
      form(`${ALL}<input type="checkbox" id="ok"> I agree<div role="alert" id="said"></div>`, 'novalidate') +
      onSubmit(`if (!ok.checked) { said.textContent = 'Accept the terms to go on.'; return } ${JSON_POST}`),
    ends: /`pageSays` has its own words/,
    obstacle: 'page_error',
  },
  {
    name: 'a name that is missing, as the page writes',
    html:
      form(
        `<label for="n">Name</label><input id="n" name="n" aria-describedby="e"><span id="e"></span>${ALL}`,
        'novalidate',
      ) + onSubmit(`if (n.value === '') { n.setAttribute('aria-invalid', 'true'); e.textContent = 'Enter your name' }`),
    ends: /does not take what was filled in/,
    obstacle: 'page_error',
  },
  {
    name: 'a total above what was declared',
    html: `<table><tr><td>Subtotal</td><td>$10.00</td></tr><tr><td>Total</td><td>$99.00</td></tr></table>${form(ALL)}`,
    ends: /a total within what was declared: it shows 99\.00 USD/,
    obstacle: 'price_changed',
    ...refused,
  },
  {
    name: 'a button with more than was declared',
    html: form(ALL).replace('Pay<', 'Pay $1,299.00<'),
    ends: /it shows 1299\.00 USD/,
    obstacle: 'price_changed',
    ...refused,
  },
  {
    name: 'a total in German notation',
    html: `<div><span>Gesamtsumme</span> <b>1.299,00</b></div>${form(ALL).replace('Pay<', 'Kaufen<')}`,
    ends: /it shows 1299\.00 USD/,
    obstacle: 'price_changed',
    ...refused,
  },
  {
    name: 'a total in another currency',
    html: `<p>Total: 4,200 ¥</p>${form(ALL)}`,
    ends: 'paid',
  },
  {
    name: 'a total within what was declared',
    html: `<dl><dt>Order total</dt><dd>$12.00</dd></dl>${form(ALL)}`,
    ends: 'paid',
  },
  {
    name: 'a total that rises when the form is submitted',
    html: `<p>Total: <b id="t">$12.00</b></p>${form(ALL)}${script(`document.querySelector('form').addEventListener('submit', () => { t.textContent = '$99.00' })`)}`,
    ends: /now shows a total of 99\.00 USD.* Nothing was paid/,
    obstacle: 'price_changed',
  },
  {
    name: '“Save this card”, ticked by the page',
    html:
      form(`${ALL}<label><input type="checkbox" name="save" checked> Save this card for next time</label>`) +
      onSubmit(`if (document.querySelector('[name=save]').checked) fetch('/elsewhere/wrong'); else ${JSON_POST}`),
    ends: 'paid',
  },
  {
    name: '“Start my trial”, ticked by the page',
    html: form(
      `${ALL}<label><input type="checkbox" name="trial" checked> Start my trial, $9.99 a month after 30 days</label>`,
    ),
    ends: /without extras: a box is ticked that costs something more/,
    obstacle: 'price_changed',
    ...refused,
  },
  {
    name: 'the same, with the button named',
    html: form(
      `${ALL}<label><input type="checkbox" name="trial" checked> Start my trial, $9.99 a month after 30 days</label>`,
    ),
    submit: 'button',
    ends: 'paid',
  },
  {
    name: 'labels in a language that is not known',
    html: `<form method="post" action="/pay"><label>Kártyaszám <input name="a1"></label><label>Lejárat <input name="a2"></label><label>Biztonsági kód <input name="a3"></label><button data-wrong>Pay</button></form>`,
    ends: /in a language that is known/,
    obstacle: 'language',
    ...refused,
  },
  {
    name: 'a page that waits for the shop and sends nothing',
    html: form(ALL) + onSubmit(`document.title = 'Please wait'`),
    ends: /sent nothing after its button was pressed/,
    obstacle: 'nothing_sent',
  },
  {
    name: 'a name of the number that says nothing, under a German label',
    html: form(
      `<label>Kartennummer <input name="a1"></label><label>Gültig bis (MM/JJ) <input name="a2"></label><label>Prüfziffer <input name="a3"></label>`,
    ),
    ends: /a name that is not one of card numbers.* Nothing was paid/,
  },
  {
    name: 'a number whose keys the page takes for itself',
    html:
      form(ALL) +
      script(
        `let typed = ''; const n = document.querySelector('input'); n.addEventListener('keydown', (e) => { if (/^\\d$/.test(e.key)) { typed += e.key; n.value = typed; e.preventDefault() } })`,
      ) +
      onSubmit(`const v = ${VALUES}; v.number = typed; fetch('/pay', { method: 'POST', body: JSON.stringify(v) })`),
    ends: /did not send the card as it was typed|is stopped|Nothing was paid/,
  },
  {
    name: 'a saved card chosen, beside fields for another one',
    html: form(
      `<label><input type="radio" name="c" checked> Visa 4242</label><label><input type="radio" name="c"> New card</label><div hidden>${NUMBER}${EXPIRY}${CODE}</div>`,
    ),
    ends: /it is hidden/,
    obstacle: 'hidden',
    ...refused,
  },
]
