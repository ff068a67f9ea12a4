import type { Card } from '../../src/store/cards.ts'

/** A card of the account `acct_1`, for tests of the store alone. */
export const someCard = (own: Partial<Card> & Pick<Card, 'id' | 'customer_id'>): Card => ({
  account_id: 'acct_1',
  agent_id: null,
  type: 'virtual',
  usage: 'multi',
  status: 'active',
  last4: '4242',
  exp_month: '01',
  exp_year: '2030',
  policy: {},
  limits: {},
  label: null,
  configuration: null,
  metadata: null,
  billing: null,
  shipping: null,
  merchant_lock: null,
  expires_at: null,
  first_spend_at: null,
  failed_credentials: null,
  consumed_at: null,
  last_attested_at: null,
  closed_at: null,
  created_at: 1000,
  ...own,
})
