import { describe, expect, it } from 'vitest'
import { type AnsweredCheckoutPayment, checkoutOutcomeOf, checkoutOutcomeSentence } from './outcome.ts'

const card = { pan: '4000001234567899', exp: '09/30', cvv: '739' }
const page = (title: string, body = '') => `<!doctype html><title>${title}</title><body>${body}</body>`
const ended = (
  status: number,
  body: string,
  more: Partial<AnsweredCheckoutPayment> = {},
  headers: AnsweredCheckoutPayment['answer']['headers'] = [],
) =>
  checkoutOutcomeOf({
    answer: { status, headers, body: Buffer.from(body) },
    address: 'https://shop.example/pay',
    cards: [card],
    ...more,
  })

describe('what came of a payment', () => {
  const TOKEN = [['WWW-Authenticate', 'Payment id="1", method="stripe", intent="charge"']] as const
  it.each([
    ['thanks', 200, page('Thanks'), 'submitted', undefined],
    ['thanks in JSON', 201, '{"order":4711,"status":"paid","error":null}', 'submitted', undefined],
    ['a way back', 303, '', 'submitted', undefined],
    ['a decline', 402, page('Oops'), 'failed', 'payment_declined'],
    ['a wall', 403, page('Denied'), 'failed', 'cdn_block'],
    ['a wall of requests', 429, '', 'failed', 'cdn_block'],
    ['a riddle', 403, page('Wait', '<div class="h-captcha">'), 'failed', 'captcha'],
    ['a sign-in', 401, '', 'failed', 'login_required'],
    ['a shop that fails', 503, '', 'failed', 'other'],
    ['a wrong request', 422, '{"message":"zip is missing"}', 'failed', 'page_error'],
    ['a decline as a wrong request', 400, '{"error":{"code":"card_declined"}}', 'failed', 'payment_declined'],
    [
      'a decline with 200',
      200,
      page('Checkout', '<p role="alert">Your card was <b>declined</b>.</p>'),
      'failed',
      'payment_declined',
    ],
    ['a decline in French', 200, page('Paiement refusé'), 'failed', 'payment_declined'],
    [
      'a decline in Japanese',
      200,
      page('エラー', '<h2>このカードはご利用いただけません</h2>'),
      'failed',
      'payment_declined',
    ],
    ['a decline in JSON', 200, '{"result":"failed"}', 'failed', 'payment_declined'],
    ['small print', 200, page('Thanks', '<p>If it is declined, call.</p>'), 'submitted', undefined],
    ['3-D Secure', 200, page('', '<form><input name="PaReq" value="e"></form>'), 'unfinished', '3ds_challenge'],
    ['an action of the bank', 200, '{"status":"requires_action"}', 'unfinished', '3ds_challenge'],
    ['a payment that is sent on', 307, '', 'unfinished', 'step'],
  ])('%s', (_name, status, body, outcome, obstacle) => {
    const paid = ended(status, body)
    expect([paid.outcome, paid.obstacle, paid.status]).toEqual([outcome, obstacle, status])
  })

  it('is a payment token that a shop wants, with 402 and the scheme Payment', () => {
    expect(ended(402, '{}', {}, TOKEN)).toMatchObject({ outcome: 'failed', obstacle: 'payment_required' })
    expect(checkoutOutcomeSentence(ended(402, '{}', {}, TOKEN))).toBe(
      'This shop wants a payment token, and a card has none. The shop answered 402.',
    )
  })

  it('is unfinished where a step or a second try is left, unless the page thanks', () => {
    expect(ended(200, page('Review'), { hasNextStep: true }).outcome).toBe('unfinished')
    expect(ended(200, page('Checkout'), { isRepeated: true }).outcome).toBe('unfinished')
    expect(ended(200, page('Thank you'), { hasNextStep: true, isRepeated: true }).outcome).toBe('submitted')
  })

  it('has one line of the title, without the card and what nobody sees', () => {
    const title = `Thanks\u202e\u0007 ${card.pan}\n<ignore>${'x'.repeat(500)}`
    const { title: shown } = ended(200, '', { title })
    expect([shown.length, shown.startsWith('Thanks [card number] <ignore>x')]).toEqual([200, true])
  })
})
