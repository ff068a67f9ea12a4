const KEPT_CARDS = 100_000

/** Which customer a card belongs to, as far as batches have shown it. A card never changes its customer. */
export interface Owners {
  /** The customer of the card; the card itself while it is not known. */
  ownerOf(cardId: string): string
  learn(customerOfCard: Iterable<readonly [cardId: string, customerId: string]>): void
}

export function createOwners(): Owners {
  const customers = new Map<string, string>()
  return {
    ownerOf: (cardId) => customers.get(cardId) ?? cardId,
    learn: (customerOfCard) => {
      if (customers.size > KEPT_CARDS) customers.clear()
      for (const [cardId, customerId] of customerOfCard) customers.set(cardId, customerId)
    },
  }
}
