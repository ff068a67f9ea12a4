import { loadComponentLater } from '../../app/load-component-later.tsx'

/** The dialogs for a new agent, card and customer. Their scripts are loaded when the browser is idle, or when one opens. */
export const NewAgent = loadComponentLater(async () => (await import('../agents/new-agent.tsx')).NewAgent)
export const NewCard = loadComponentLater(async () => (await import('../cards/new-card.tsx')).NewCard)
export const NewCustomer = loadComponentLater(async () => (await import('../customers/new-customer.tsx')).NewCustomer)
