import { externalIssuers, issuerTitle } from '../../../../../src/issuers/names.ts'
import type { FirstStepsSetup } from './use-setup.ts'

export type FirstStepName =
  | 'customer'
  | 'limit'
  | 'agent'
  | 'card'
  | 'purchase'
  | 'connect-agent'
  | 'invite'
  | 'passkey'
  | 'issuer'

export interface FirstStep {
  readonly name: FirstStepName
  readonly title: string
  readonly why: string
  readonly isDone: boolean
  /** True: the first steps are over only when this step is done. Absent: the step can wait. */
  readonly isNeeded?: true
  /** A sentence that names the step of the first day that has to be done before this one. Absent: the step can be done now. */
  readonly waitsFor?: string | undefined
  /** The shell command that does the step of the first day. Absent: no shell command does it. */
  readonly command?: string
}

const LIMIT_CENTS = 100_000

const post = (path: string, body: object, method = 'POST'): string =>
  [
    `curl ${location.origin}/v1${path}${method === 'POST' ? '' : ` -X ${method}`} \\`,
    `  -H "Authorization: Bearer $PURSER_API_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n')

/** The first steps of an admin, in an order in which each step can be done after the steps before it. */
export function adminFirstSteps(setup: FirstStepsSetup): readonly FirstStep[] {
  const { customer, agent, card } = setup
  const customerId = customer?.id ?? 'cust_...'
  const agentId = agent?.id ?? 'agt_...'
  const needsCustomer = customer ? undefined : 'Create a customer first.'
  const needsAgent = agent ? undefined : 'Create an agent first.'
  return [
    {
      name: 'customer',
      title: 'Create a customer',
      why: 'The customer pays. Agents and cards belong to it.',
      isDone: customer !== undefined,
      isNeeded: true,
      command: post('/customers', { name: { business: 'Acme' }, email: 'finance@example.com' }),
    },
    {
      name: 'limit',
      title: 'Set a limit',
      why: 'The most that may be spent in a day, a week or a month, however many cards there are.',
      isDone: setup.hasLimit,
      isNeeded: true,
      waitsFor: needsCustomer,
      command: post(`/customers/${customerId}`, { limits: { perMonth: LIMIT_CENTS } }, 'PATCH'),
    },
    {
      name: 'agent',
      title: 'Create an agent',
      why: 'The program that buys, with rules of its own.',
      isDone: agent !== undefined,
      isNeeded: true,
      waitsFor: needsCustomer,
      command: post('/agents', { customerId, externalId: 'buyer', name: 'Buyer' }),
    },
    {
      name: 'card',
      title: 'Create a card',
      why: 'The agent buys with it.',
      isDone: card !== undefined,
      isNeeded: true,
      waitsFor: needsCustomer,
      command: post('/cards', { customerId, ...(agent && { agentId }), limits: { perMonth: LIMIT_CENTS } }),
    },
    {
      name: 'purchase',
      title: 'Try a purchase',
      why: 'The playground sends it as a merchant would. It is decided like a real one and appears here.',
      isDone: setup.hasBought,
      isNeeded: true,
      waitsFor: card ? undefined : 'Create a card first.',
      command: post('/network/authorizations', {
        cardId: card?.id ?? 'card_...',
        amount: 1999,
        merchant: { name: 'Ink Shop' },
      }),
    },
    {
      name: 'connect-agent',
      title: 'Connect the agent',
      why: 'It gets a key, and its client the address of the tools.',
      isDone: setup.hasCalled,
      isNeeded: true,
      waitsFor: needsAgent,
      command: post('/api-keys', { name: 'Buyer', role: 'agent', agentId }),
    },
    {
      name: 'invite',
      title: 'Invite somebody',
      why: 'Somebody who approves purchases, or looks at them.',
      isDone: setup.hasInvited,
      command: post('/invitations', { email: 'ada@example.com', role: 'approver' }),
    },
    passkeyFirstStep(setup),
    {
      name: 'issuer',
      title: 'Connect an issuer',
      why: `${externalIssuers.map(issuerTitle).join(' or ')} issue cards that pay at real shops. Cards of Purser itself are for tests and for your own network.`,
      isDone: setup.hasIssuer,
      command: [...setup.issuerSettings.map((line) => `export ${line}`), 'purser start'].join('\n'),
    },
  ]
}

/** The first step that people of every role have: create a passkey. */
export const passkeyFirstStep = ({ hasPasskey }: Pick<FirstStepsSetup, 'hasPasskey'>): FirstStep => ({
  name: 'passkey',
  title: 'Create a passkey',
  why: 'It signs you in, and confirms approvals of large amounts.',
  isDone: hasPasskey,
})
