import { loadLater } from '../../app/load-later.tsx'

/** The forms for a new agent, card and customer. A page that opens one on a click loads its script only then. */
export const NewAgent = loadLater(async () => (await import('../agents/new-agent.tsx')).NewAgent)
export const NewCard = loadLater(async () => (await import('../cards/new-card.tsx')).NewCard)
export const NewCustomer = loadLater(async () => (await import('../customers/new-customer.tsx')).NewCustomer)
