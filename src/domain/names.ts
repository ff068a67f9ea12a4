/**
 * The current names of the customer, agent and card to which an intent belongs. A name is null if there is no agent, or if no name was
 * given.
 */
export interface LevelNames {
  readonly customerName: string | null
  readonly agentName: string | null
  readonly cardLabel: string | null
  /** The ISO 4217 code of the customer's currency. Amounts that are shown beside the names are in that currency. */
  readonly currency: string
}

/**
 * A customer's display name: the business name, or first and last name. It never falls back to the email address,
 * because people who may see a name may not be allowed to see the address.
 */
export const customerName = (name: { first?: string; last?: string; business?: string } | null): string | null =>
  name && (name.business ?? [name.first, name.last].filter((part) => part !== undefined).join(' '))
