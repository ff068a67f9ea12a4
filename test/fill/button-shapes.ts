import type { Kind } from './checkout-kinds.ts'
import { ALL, CODE, EXPIRY, form, JSON_POST, NUMBER, script } from './page-parts.ts'

/** A button that nobody pays with: the test counts how often one of these is pressed. */
const wrong = (text: string, attributes = '') => `<button data-wrong ${attributes}>${text}</button>`
const post = (fields: string, buttons: string) => `<form method="post" action="/pay">${fields}${buttons}</form>`

/** Checkouts with more buttons than the one that pays. */
export const buttonShapes: readonly Kind[] = [
  {
    name: '“Pay now” disabled until the terms are ticked, beside “Apply”',
    html:
      post(
        ALL,
        `<label><input type="checkbox" id="terms"> I accept the terms and conditions</label><input name="coupon">${wrong('Apply')}<button id="pay" disabled>Pay now</button>`,
      ) + script(`terms.onchange = () => { pay.disabled = !terms.checked }`),
    ends: /a box that has to be ticked/,
    obstacle: 'terms',
    isUnread: true,
  },
  {
    name: 'the same, with the terms ticked',
    html: post(
      ALL,
      `<label><input type="checkbox" checked> I accept the terms</label>${wrong('Apply')}<button>Pay now</button>`,
    ),
    ends: 'paid',
  },
  {
    name: '“Apply coupon” submits, “Pay now” is a button with a script',
    html:
      post(
        ALL,
        `<input name="coupon">${wrong('Apply coupon', 'formaction="/coupon"')}<button type="button" id="pay">Pay now</button>`,
      ) + script(`pay.onclick = () => { ${JSON_POST} }`),
    ends: 'paid',
  },
  {
    name: '“Delete saved cards” is the only button',
    html: post(ALL, wrong('Delete saved cards', 'formaction="/saved-cards"')),
    ends: /one button that pays: none says so/,
    obstacle: 'step',
    isUnread: true,
  },
  {
    name: '“Back to cart” beside “Pay now”, whose click sets a field',
    html:
      post(
        ALL,
        `<input type="hidden" name="confirm" value="no">${wrong('Back to cart', 'formaction="/cart"')}<button id="pay">Pay now</button>`,
      ) + script(`pay.onclick = () => { document.querySelector('[name=confirm]').value = 'yes' }`),
    ends: 'paid',
  },
  {
    name: 'a “Pay” that is no submit button, in a form without one',
    html: `<form id="f">${ALL}<button type="button" onclick="go()">Pay</button></form>${script(`const go = () => { ${JSON_POST} }`)}`,
    ends: 'paid',
  },
  {
    name: '“Submit” alone',
    html: post(ALL, '<button>Submit</button>'),
    ends: /none says so/,
    obstacle: 'step',
    isUnread: true,
  },
  { name: '“Submit” alone, named', html: post(ALL, '<button>Submit</button>'), submit: 'form button', ends: 'paid' },
  {
    name: '“Continue to review”, then “Place order”',
    html: post(ALL, '<button>Continue to review</button>'),
    ends: /leads on to another step/,
    obstacle: 'step',
    isUnread: true,
  },
  {
    name: 'the same, with “Continue to review” named',
    html: form(ALL, 'method="post" action="/review"').replace('<button>Pay', '<button id="next">Continue to review'),
    submit: '#next',
    answers: {
      '/review': {
        body: '<!doctype html><title>Review</title><h1>Review your order</h1><form method="post" action="/order"><button data-wrong>Place order</button></form>',
      },
    },
    ends: 'unfinished',
    obstacle: 'step',
  },
  {
    name: '“Pay” leads to a page with “Place order”',
    html: form(ALL, 'method="post" action="/review"'),
    answers: {
      '/review': {
        body: '<!doctype html><title>Review</title><h1>One more look</h1><button data-wrong>Place order</button>',
      },
    },
    ends: 'unfinished',
    obstacle: 'step',
  },
  {
    name: 'an image that submits',
    html: post(
      ALL,
      '<input type="image" alt="Pay now" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="80" height="30">',
    ),
    ends: 'paid',
  },
  {
    name: '“Pay” twice, one of them only for small windows',
    html: post(ALL, `<div style="display:none"><button data-wrong>Pay now</button></div><button>Pay now</button>`),
    ends: 'paid',
  },
  {
    name: 'a newsletter with “Subscribe” in a form of its own',
    html: `<form action="/news"><input name="email">${wrong('Subscribe')}</form>${form(ALL)}`,
    ends: 'paid',
  },
  {
    name: '“Pay with PayPal” beside “Complete purchase”',
    html: post(ALL, `${wrong('Pay with PayPal', 'type="button"')}<button>Complete purchase</button>`),
    ends: 'paid',
  },
  {
    name: 'a button that is disabled without being so (aria-disabled)',
    html:
      post(ALL, '<button aria-disabled="true" id="pay">Pay</button>') +
      script(
        `setTimeout(() => pay.removeAttribute('aria-disabled'), 400); document.querySelector('form').addEventListener('submit', (e) => { if (pay.ariaDisabled) e.preventDefault() })`,
      ),
    ends: 'paid',
  },
  {
    name: 'a button that stays disabled',
    html: post(ALL, '<button disabled>Pay</button>'),
    ends: /stays disabled\. Nothing was paid/,
    obstacle: 'step',
  },
  {
    name: 'a bar for cookies in front of the button, on a long page',
    html: `${form(ALL)}<div style="height:2000px"></div><div style="position:fixed;bottom:0;left:0;right:0;height:120px;background:#eee">Cookies</div>`,
    ends: 'paid',
  },
  {
    name: 'a bar for cookies in front of the button, on a page that cannot be moved',
    html: `<style>html,body{height:100%;overflow:hidden;margin:0}form{position:absolute;bottom:20px}</style>${form(`<div style="margin-bottom:140px">${NUMBER}${EXPIRY}${CODE}</div>`)}<div style="position:fixed;bottom:0;left:0;right:0;height:120px;background:#eee">Cookies</div>`,
    ends: /a button that nothing covers/,
    obstacle: 'covered',
    isUnread: true,
  },
]
