import type { Kind } from './checkout-kinds.ts'
import { ALL, form, JSON_POST, onSubmit, script, VALUES } from './page-parts.ts'

const page = (title: string, body: string) => `<!doctype html><title>${title}</title>${body}`
const answering = (
  name: string,
  answer: NonNullable<Kind['answers']>[string],
  rest: Pick<Kind, 'ends' | 'obstacle'>,
) => ({
  name,
  html: form(ALL, 'method="post" action="/answer"'),
  answers: { '/answer': answer },
  ...rest,
})

/** Shops and providers that answer the card with something else than thanks. */
export const answerShapes: readonly Kind[] = [
  answering(
    'a shop that answers 402',
    { status: 402, body: page('Payment required', '<p>Card declined</p>') },
    { ends: 'failed', obstacle: 'payment_declined' },
  ),
  answering(
    'a shop that wants a payment token',
    {
      status: 402,
      headers: { 'www-authenticate': 'Payment id="1", realm="shop.example", method="stripe", intent="charge"' },
      body: '{}',
    },
    { ends: 'failed', obstacle: 'payment_required' },
  ),
  answering(
    'a wall before the shop',
    { status: 403, body: page('Access denied', '<h1>Access denied</h1>') },
    { ends: 'failed', obstacle: 'cdn_block' },
  ),
  answering(
    'a wall with a riddle',
    { status: 403, body: page('Just a moment', '<div class="g-recaptcha"></div>') },
    { ends: 'failed', obstacle: 'captcha' },
  ),
  answering(
    'a shop that fails',
    { status: 500, body: page('Error', '<h1>Internal error</h1>') },
    { ends: 'failed', obstacle: 'other' },
  ),
  answering(
    'a decline on the page, with 200',
    {
      body: page(
        'Checkout',
        '<div role="alert">Your card was declined.</div><form><button data-wrong>Pay</button></form>',
      ),
    },
    { ends: 'failed', obstacle: 'payment_declined' },
  ),
  answering(
    'a decline in German',
    { body: page('Kasse', '<h1>Zahlung abgelehnt</h1>') },
    { ends: 'failed', obstacle: 'payment_declined' },
  ),
  answering(
    'a page of 3-D Secure',
    {
      body: page(
        'Loading',
        '<form action="https://bank.example/acs" method="post"><input type="hidden" name="creq" value="eyJ0"></form>',
      ),
    },
    { ends: 'unfinished', obstacle: '3ds_challenge' },
  ),
  answering(
    'a page that says that the bank asks',
    { body: page('Verified by Visa', '<h1>Confirm with your bank</h1>') },
    { ends: 'unfinished', obstacle: '3ds_challenge' },
  ),
  answering(
    'thanks, with a hint about declined cards in small print',
    { body: page('Thanks', '<h1>Thank you</h1><p>If your card was declined, call us.</p><button>Buy now</button>') },
    { ends: 'paid' },
  ),
  {
    name: 'a decline in JSON, which a script shows',
    html:
      form(ALL) +
      `<div role="alert" id="alert" hidden></div>` +
      onSubmit(
        `fetch('/answer', { method: 'POST', body: JSON.stringify(${VALUES}) }).then((r) => r.json()).then(({ error }) => { alert.hidden = false; alert.textContent = error.message })`,
      ).replaceAll('alert.', `document.querySelector('#alert').`),
    answers: {
      '/answer': {
        headers: { 'content-type': 'application/json' },
        body: '{"error":{"code":"card_declined","message":"Your card was declined."}}',
      },
    },
    ends: 'failed',
    obstacle: 'payment_declined',
  },
  {
    name: 'an API that wants an action of the bank',
    html:
      form(ALL) +
      onSubmit(JSON_POST.replace('/pay', '/answer').replace(`document.title = 'Thanks'`, `document.title = 'Wait'`)),
    answers: { '/answer': { body: '{"status":"requires_action","next_action":{"type":"redirect_to_url"}}' } },
    ends: 'unfinished',
    obstacle: '3ds_challenge',
  },
  {
    name: 'a check first, then the payment',
    html:
      form(ALL) +
      `<p id="said"></p>` +
      onSubmit(
        `const body = JSON.stringify(${VALUES}); fetch('/validate', { method: 'POST', body }).then(() => fetch('/pay', { method: 'POST', body })).catch(() => { said.textContent = 'Something went wrong' })`,
      ),
    answers: { '/validate': { headers: { 'content-type': 'application/json' }, body: '{"valid":true}' } },
    ends: 'unfinished',
    obstacle: 'step',
  },
  {
    name: 'a page that tries again after an error of the shop',
    html:
      form(ALL) +
      onSubmit(
        `const go = () => fetch('/answer', { method: 'POST', body: JSON.stringify(${VALUES}) }); go().then((r) => r.ok || go().catch(() => {}))`,
      ),
    answers: { '/answer': { status: 500, body: '{}' } },
    ends: 'failed',
    obstacle: 'other',
  },
  {
    name: 'a page that sends the first six and the last four digits, too',
    html:
      form(ALL) +
      onSubmit(
        `const v = ${VALUES}; fetch('/pay', { method: 'POST', body: JSON.stringify({ ...v, bin: v.number.slice(0, 6), last4: v.number.slice(-4) }) }).then((r) => r.text()).then(() => { document.title = 'Thanks' })`,
      ),
    ends: 'paid',
  },
  {
    name: 'a shop that wants a mark in a header and a cookie (CSRF)',
    html:
      form(ALL) +
      script(`document.cookie = 'csrf=abc'`) +
      onSubmit(
        `fetch('/pay', { method: 'POST', headers: { 'x-csrf': 'abc', 'content-type': 'application/json' }, body: JSON.stringify(${VALUES}) }).then(() => { document.title = 'Thanks' })`,
      ),
    ends: 'paid',
  },
]
