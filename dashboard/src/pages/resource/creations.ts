import { loadLater } from '../../app/load-later.tsx'

/** The dialogs for a new agent, card and customer. Their scripts are loaded when the browser is idle, or when one opens. */
export const NewAgent = loadLater(async () => (await import('../agents/new-agent.tsx')).NewAgent)
export const NewCard = loadLater(async () => (await import('../cards/new-card.tsx')).NewCard)
export const NewCustomer = loadLater(async () => (await import('../customers/new-customer.tsx')).NewCustomer)
