import { loadComponentLater } from '../../app/load-component-later.tsx'

/** The last intents and purchases on the page of a customer, an agent or a card. Their script is loaded later: they stand below the main part. */
export const LastIntents = loadComponentLater(async () => (await import('./activity.tsx')).LastIntents)
export const LastTransactions = loadComponentLater(async () => (await import('./activity.tsx')).LastTransactions)
