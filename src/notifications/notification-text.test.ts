import { describe, expect, it } from 'vitest'
import type { NotificationEventNames } from '../store/notifications/outgoing.ts'
import { notificationMail } from './mail.ts'
import { notificationOfEvent, oneLine } from './notification-text.ts'
import { slackMessage } from './slack-message.ts'

const names: NotificationEventNames = {
  currency: 'USD',
  account: 'Analytical Engines',
  agent: 'Office buyer',
  customer: { business: 'Ink Inc.' },
  card: { last4: '4242', label: null },
  webhookUrl: 'https://hooks.example.com/secret-path',
  approvalId: 'apr_1',
  approves: { expectedAmount: 4200, ceiling: 4620 },
  replaced: null,
}
const NOW = Date.parse('2026-01-31T12:00:00.000Z')
const message = (type: string, data: object, more: Partial<NotificationEventNames> = {}) =>
  notificationOfEvent({ type, dataText: JSON.stringify(data), createdAt: NOW }, { ...names, ...more })

const intent = { purpose: 'Toner for the office', expectedAmount: 12_050, expiresAt: '2026-01-31T12:30:00.000Z' }
const budget = {
  threshold: 80,
  window: 'perMonth',
  limit: 500_000,
  spent: 400_000,
  customerId: 'cust_1',
  agentId: 'agt_1',
  cardId: 'card_1',
}

const purchase = { transactionId: 'txn_1', cardId: 'card_1', amount: 1200 }
const stop = { accountId: 'acct_1', reason: 'A leaked key', by: 'key_1', name: 'Ada' }

const challenge = {
  challengeId: 'chl_1',
  amount: 4200,
  merchant: { name: 'Ink Shop' },
  expiresAt: '2026-01-31T12:01:55.000Z',
}

describe('a message', () => {
  it.each([
    [
      'challenge.requested',
      challenge,
      '/approvals/chl_1',
      'Confirm now: $42.00 at Ink Shop',
      /ending in 4242, which Office buyer buys with.*No agent has declared.*115 seconds, until 2026-01-31 12:01:55 UTC/s,
    ],
    [
      'challenge.requested',
      { ...challenge, intentId: 'int_1' },
      '/approvals/apr_1',
      'Confirm now: $42.00 at Ink Shop',
      /Approving the purchase answers it, too: you approve up to \$46\.20\./,
    ],
    [
      'intent.pending_approval',
      { ...intent, expectedMerchant: 'Ink Shop', validMinutes: 240 },
      '/approvals/apr_1',
      'Approval needed: $120.50 at Ink Shop',
      /Office buyer asks for \$120\.50 at Ink Shop.*ending in 4242.*Toner for the office.*2026-01-31 12:30 UTC\.\nOnce approved, it can be paid for 4 hours, as far as the rules permit it then\./s,
    ],
    [
      'intent.pending_approval',
      { ...intent, expectedMerchant: 'Ink Shop', expectedOrigin: 'https://evil.example' },
      '/approvals/apr_1',
      'Approval needed: $120.50 at Ink Shop, on evil[.]example',
      /may be entered on evil\[\.\]example, where this customer has not bought before/,
    ],
    [
      'intent.pending_approval',
      { ...intent, expectedOrigin: 'https://ink.example', originSeen: true },
      '/approvals/apr_1',
      'Approval needed: $120.50, on ink[.]example',
      /may be entered on ink\[\.\]example, where this customer has bought before/,
    ],
    [
      'intent.pending_approval',
      {
        ...intent,
        items: [
          { description: 'Toner\nTN-2420, see toner.example', quantity: 2, amount: 11_000 },
          ...Array.from({ length: 11 }, () => ({ description: 'Paper', quantity: 1, amount: 50 })),
        ],
        tax: 400,
        shipping: 100,
      },
      '/approvals/apr_1',
      'Approval needed: $120.50',
      /own words:\n2 × Toner TN-2420, see toner\[\.\]example: \$110\.00\n(1 × Paper: \$0\.50\n){9}and 2 more\nTax: \$4\.00\nShipping: \$1\.00\nYou can/,
    ],
    [
      'change_request.created',
      {
        changeRequestId: 'chg_1',
        level: 'card',
        wanted: {
          policy: { maxAmount: 7000, limits: { perDay: 9000, total: null } },
          allow: { merchant: 'Ink\nShop' },
        },
        why: 'Toner',
        expiresAt: intent.expiresAt,
      },
      '/approvals/chg_1',
      'Change requested: Office buyer',
      /card ending in 4242: policy\.maxAmount: \$70\.00, \$90\.00 a day, no limit in all, allow\.merchant: Ink Shop\..*“Toner”.*2026-01-31 12:30 UTC/s,
    ],
    [
      'change_request.created',
      {
        changeRequestId: 'chg_1',
        level: 'card',
        wanted: {},
        once: {
          intent: 'int_1',
          ceiling: 15400,
          lifts: [
            {
              rule: 'limits.perAuth',
              code: 'per_auth_exceeded',
              level: 'card',
              window: 'perAuth',
              limit: 10000,
              asked: 15400,
            },
          ],
        },
        purchase: { amount: 14000, merchant: { name: 'Ink\nShop' } },
        why: 'Toner',
        expiresAt: intent.expiresAt,
      },
      '/approvals/apr_1',
      'Exception requested: $140.00, up to $154.00 at Ink Shop',
      /one purchase: \$140\.00, up to \$154\.00 at Ink Shop.*For this purchase alone.*Limit for one purchase \$100\.00: asked \$154\.00\nNo limit or list changes\..*“Toner”/s,
    ],
    [
      'subscription.pending_approval',
      {
        subscriptionId: 'sub_1',
        maxAmount: 900,
        interval: 'month',
        merchant: 'Notion',
        purpose: 'Notes',
        expiresAt: intent.expiresAt,
      },
      '/approvals/sub_1',
      'Approval needed: $9.00 each month at Notion',
      /at most \$9\.00\..*“Notes”\nYou can decide until 2026-01-31 12:30 UTC\./s,
    ],
    ['card.frozen', { cardId: 'card_1', reason: 'intent_missing' }, '/cards/card_1', /has frozen/, /no intent/],
    [
      'budget.threshold',
      { ...budget, level: 'customer' },
      '/customers/cust_1',
      /80 % .*Ink Inc\./,
      /\$4,000\.00 of \$5,000\.00/,
    ],
    ['budget.threshold', { ...budget, level: 'agent' }, '/agents/agt_1', /Office buyer/, /month/],
    ['budget.threshold', { ...budget, level: 'card' }, '/cards/card_1', /ending in 4242/, /month/],
    [
      'transaction.created',
      { ...purchase, flags: { standIn: true } },
      '/transactions/txn_1',
      'An issuer approved $12.00 by itself',
      /the card ending in 4242/,
    ],
    [
      'transaction.settled',
      { ...purchase, flags: { forcedCapture: true } },
      '/transactions/txn_1',
      /\$12\.00 was captured without/,
      /Nobody asked/,
    ],
    [
      'transaction.settled',
      { ...purchase, flags: { settlementOverAuthorized: true } },
      '/transactions/txn_1',
      /more than was approved/,
      /over the amount that was approved/,
    ],
    [
      'transaction.settled',
      { ...purchase, flags: { settlementOverIntent: true } },
      '/transactions/txn_1',
      /more than was approved/,
      /over what its intent allows/,
    ],
    ['account.stopped', stop, '/', 'All spending is stopped', /Ada has stopped it: “A leaked key”/],
    ['account.resumed', stop, '/', 'Spending is resumed', /Ada has resumed it/],
    ['webhook.disabled', { webhookId: 'wh_1' }, '/developers/webhooks/wh_1', /webhook/, /hooks\.example\.com\.$/m],
    [
      'webhook.disabled',
      { webhookId: 'wh_1', reason: 'failing', failingSince: '2026-01-31T12:00:00.000Z' },
      '/developers/webhooks/wh_1',
      /webhook/,
      /No attempt has succeeded since 2026-01-31 12:00 UTC/,
    ],
  ])('of %s leads to the page that shows it', (type, data, path, title, lines) => {
    const notification = message(type, data)
    expect(notification.path).toBe(path)
    expect(notification.title).toMatch(title)
    expect(notification.lines.join('\n')).toMatch(lines)
    expect(JSON.stringify(notification)).not.toContain('secret-path')
  })

  it('about a subscription names the one that it ends', () => {
    const event = { subscriptionId: 'sub_2', maxAmount: 900, interval: 'month', merchant: 'Notion', purpose: 'Notes' }
    const replaced = { id: 'sub_1', maxAmount: 700, interval: 'month' as const }
    const linesOf = (extra: Partial<NotificationEventNames>) =>
      message('subscription.pending_approval', event, extra).lines.join('\n')
    expect(linesOf({ replaced })).toContain('Approving it ends the one of at most $7.00 each month (sub_1).')
    expect(linesOf({})).not.toContain('ends the one')
  })

  it('says what it can where names are gone and nothing is expected', () => {
    const notification = message(
      'intent.pending_approval',
      { purpose: 'Ink', expiresAt: intent.expiresAt },
      { agent: null, card: null, approvalId: null },
    )
    expect(notification).toMatchObject({ title: 'Approval needed: a purchase', path: '/approvals' })
  })

  it('tells limits first, whatever the agent writes and in whichever order it asks', () => {
    const wanted = { allow: { merchant: '$5.00 Shop' }, limits: { perDay: null, perAuth: 900_000 } }
    const told = message('change_request.created', {
      changeRequestId: 'chg_1',
      level: 'card',
      wanted,
      why: 'Ink',
      expiresAt: intent.expiresAt,
    })
    expect(told.lines[0]).toContain(': no limit a day, $9,000.00 for a purchase, allow.merchant: $5[.]00 Shop.')
  })

  it('takes what others wrote as one line of bounded length', () => {
    expect(oneLine('a\r\nBcc: b@example.com\u0000 \u202Ec')).toBe('a Bcc: b@example[.]com c')
    expect(oneLine('x'.repeat(5000))).toHaveLength(200)
    expect(oneLine('Seat at G\u0456tHub.com')).toBe('Seat at G\u0456tHub [Latin + Cyrillic][.]com')
    expect(oneLine('www.evil.example, see http://1.2.3.4/x. Or evil。example')).toBe(
      'www[.]evil[.]example, see http[:]//1[.]2[.]3[.]4/x. Or evil[.]example',
    )
  })

  it('in Slack neither links nor calls anybody by what others wrote', () => {
    const notification = message('intent.pending_approval', {
      ...intent,
      purpose: '<!channel> <https://evil.example|approve> & go',
    })
    const { text } = JSON.parse(slackMessage(notification, 'https://purser.example.com')) as { text: string }
    expect(text).toContain('&lt;!channel&gt; &lt;https[:]//evil[.]example|approve&gt; &amp; go')
    expect(text.match(/<[^>]*>/g)).toEqual(['<https://purser.example.com/approvals/apr_1|Open it in Purser>'])
  })

  it('by mail ends with where to choose otherwise', () => {
    const { text } = notificationMail(message('card.frozen', { cardId: 'card_1' }), 'Ink Inc.', 'https://p.example')
    expect(text).toContain('\nhttps://p.example/cards/card_1\n')
    expect(text).toContain('https://p.example/settings?tab=notifications')
  })

  it.each([
    ['EUR', '€1,234.56', '€0.05'],
    ['JPY', '¥123,456', '¥5'],
    ['KWD', 'KWD 123.456', 'KWD 0.005'],
  ])('writes money as %s does', (currency, large, small) => {
    const data = { level: 'card', cardId: 'card_1', threshold: 80, spent: 5, limit: 123_456, window: 'perDay' }
    expect(message('budget.threshold', data, { currency }).lines).toEqual([
      `${small} of ${large} for the day are spent.`,
    ])
    const wanted = { policy: { limits: { perDay: 123_456 } } }
    const asks = { level: 'card', wanted, why: 'ink', expiresAt: '2026-01-31T12:00:00.000Z' }
    expect(message('change_request.created', asks, { currency }).lines[0]).toContain(`${large} a day`)
  })
})
