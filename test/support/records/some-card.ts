import type { CardWithAllFields } from '../../../src/domain/changes/card.ts'

/** A card of the account `acct_1`, for tests of the store alone. */
export const someCard = (
  own: Partial<CardWithAllFields> & Pick<CardWithAllFields, 'id' | 'customerId'>,
): CardWithAllFields => ({
  accountId: 'acct_1',
  agentId: null,
  type: 'virtual',
  currency: 'USD',
  usage: 'multi',
  status: 'active',
  issuer: null,
  last4: '4242',
  expMonth: '01',
  expYear: '2030',
  policy: {},
  shadowSince: null,
  limits: {},
  label: null,
  costCenter: null,
  configuration: null,
  metadata: null,
  billing: null,
  shipping: null,
  merchantLock: null,
  expiresAt: null,
  firstSpendAt: null,
  failedCredentials: [],
  consumedAt: null,
  lastAttestedAt: null,
  createdAt: 1000,
  ...own,
})
