import { loadLater } from '../../app/load-later.tsx'

/** The forms that make something, for pages that open one of them on a click. */
export const NewAgent = loadLater(async () => (await import('../agents/new-agent.tsx')).NewAgent)
export const NewCard = loadLater(async () => (await import('../cards/new-card.tsx')).NewCard)
export const NewCustomer = loadLater(async () => (await import('../customers/new-customer.tsx')).NewCustomer)
