import type { Kind } from './checkout-kinds.ts'
import { ALL, CODE, EXPIRY, form, JSON_POST, NUMBER, onSubmit, script, VALUES } from './page-parts.ts'

/** Ten checkouts that were written down after the filler was done, and for which nothing in it was made. */
export const unforeseenShapes: readonly Kind[] = [
  {
    name: 'a checkout in a dialog of its own',
    html: `<button data-wrong>Add to cart</button><dialog id="d">${form(ALL)}</dialog>${script('d.showModal()')}`,
    ends: 'paid',
  },
  {
    name: 'tabs, of which the one with the card is open',
    html: `<div role="tablist"><button role="tab" aria-selected="true" data-wrong>Card</button><button role="tab" aria-selected="false" data-wrong>PayPal</button></div>${form(ALL)}`,
    ends: 'paid',
  },
  {
    name: 'an amount to tip, and “Donate” for somebody else',
    html: `${form(`${ALL}<label>Tip <input name="tip" value="0"></label>`).replace('Pay<', 'Place order · $12.00<')}<form action="/charity"><button data-wrong>Donate</button></form>`,
    ends: 'paid',
  },
  {
    name: 'a link that looks like a button, and a button that looks like a link',
    html: `<form>${ALL}<a href="/cart" role="button" data-wrong>Pay at the counter instead</a><button style="border:0;background:none;text-decoration:underline">Complete order</button></form>${onSubmit(JSON_POST)}`,
    ends: /one button that pays/,
    obstacle: 'step',
    isUnread: true,
  },
  {
    name: 'a button whose words change while it works',
    html:
      form(ALL).replace('Pay<', '<span>Place order</span><') +
      onSubmit(`document.querySelector('button').textContent = 'Working…'; ${JSON_POST}`),
    ends: 'paid',
  },
  {
    name: 'a search at the top, with a button of its own',
    html: `<form action="/search"><input name="q" type="search"><button data-wrong>Buy</button></form>${form(ALL)}`,
    ends: 'paid',
  },
  {
    name: 'labels beside their fields in a table',
    html: `<form method="post" action="/pay"><table><tr><td id="l1">Card number</td><td><input name="ccnumber" aria-labelledby="l1"></td></tr><tr><td id="l2">Expiration (MM/YY)</td><td><input name="ccexp" aria-labelledby="l2"></td></tr><tr><td id="l3">Security code</td><td><input name="cvv2" aria-labelledby="l3"></td></tr></table><input type="submit" value="Submit order"></form>`,
    ends: 'paid',
  },
  {
    name: 'an order that is taken, with a box for news on the page after',
    html: form(ALL, 'method="post" action="/answer"'),
    answers: {
      '/answer': {
        body: '<!doctype html><title>Order 4711</title><h1>Thanks for your order</h1><form action="/news"><input name="email"><button data-wrong>Subscribe</button></form>',
      },
    },
    ends: 'paid',
  },
  {
    name: 'XML of an old shop',
    html:
      form(NUMBER + EXPIRY + CODE) +
      onSubmit(
        `const v = ${VALUES}; fetch('/pay', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<pay><number>' + v.number + '</number><cvv>' + v.code + '</cvv><exp>' + v.expiry + '</exp></pay>' })`,
      ),
    ends: /a form that cannot be read.* Nothing was paid/,
  },
  {
    name: 'a spinner in front of everything for a second',
    html: `${form(ALL)}<div id="s" style="position:fixed;inset:0;background:#fff">Loading</div>${script(`setTimeout(() => s.remove(), 700)`)}`,
    ends: 'paid',
  },
]
