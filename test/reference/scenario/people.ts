import { nobodys, of } from '../documented.ts'
import { shown, type Step, untold } from '../step.ts'

/** What the others of the story name. */
export const company = of('cust', 1)
export const grace = of('cust', 2)
export const traveller = of('agt', 1)
export const buyer = of('agt', 2)

/** Customers, agents, and who they are. */
export const people: readonly Step[] = [
  shown('listCustomers', 'unknownParameter', 'A query parameter that there is not', {
    query: { page: '2' },
    status: 400,
  }),
  shown('createCustomer', 'business', 'A business with a budget for each month', {
    body: {
      type: 'business',
      email: 'ada@example.com',
      name: { business: 'Analytical Engines' },
      limits: { perMonth: 500_000 },
      policy: { blockedMccs: ['6011', '7995'] },
      metadata: { costCenter: 'R-7' },
    },
  }),
  shown('createCustomer', 'consumer', 'A person', {
    body: { email: 'grace@example.com', name: { first: 'Grace', last: 'Hopper' } },
  }),
  shown('createCustomer', 'misspeltLimit', 'A limit that is misspelt', {
    body: { email: 'ada@example.com', policy: { limits: { perMoth: 500_000 } } },
    status: 400,
  }),
  shown('listCustomers', 'all', 'The newest first'),
  shown('listCustomers', 'byEmail', 'By email address', { query: { email: 'ada@example.com', limit: 10 } }),
  shown('getCustomer', 'business', 'A business', { path: { customerId: company } }),
  shown('getCustomer', 'unknown', 'An id that is not there', { path: { customerId: nobodys('cust') }, status: 404 }),
  shown('updateCustomer', 'merged', 'A limit more, metadata unset, everything else kept', {
    path: { customerId: company },
    body: { limits: { perDay: 200_000 }, phone: '+1 217 555 0100', metadata: { costCenter: null } },
  }),
  shown('createAgent', 'registered', 'An agent with a limit of its own', {
    body: {
      customerId: company,
      externalId: 'travel-agent',
      name: 'Travel agent',
      limits: { perDay: 100_000 },
      policy: { allowedMccs: ['3000', '4112', '4722', '7011'] },
    },
  }),
  shown('createAgent', 'again', 'The same `externalId` again', {
    body: { customerId: company, externalId: 'travel-agent' },
    status: 200,
  }),
  shown('createAgent', 'taken', "Another customer's `externalId`", {
    body: { customerId: grace, externalId: 'travel-agent' },
    status: 409,
  }),
  untold('createAgent', { body: { customerId: company, externalId: 'office-buyer', name: 'Office buyer' } }),
  shown('listAgents', 'ofCustomer', 'The active agents of a customer', {
    query: { customerId: company, status: 'active' },
  }),
  shown('listAgents', 'byExternalId', 'By your own id', { query: { externalId: 'travel-agent' } }),
  shown('getAgent', 'active', 'An agent', { path: { agentId: traveller } }),
  shown('getAgent', 'unknown', 'An id that is not there', { path: { agentId: nobodys('agt') }, status: 404 }),
  shown('updateAgent', 'renamed', 'A new name and a higher limit', {
    path: { agentId: traveller },
    body: { name: 'Trips and tickets', limits: { perDay: 150_000 } },
  }),
]
