/** Declared purchases that are still open when the demo ends: the card, and how many minutes before the end the intent was declared. */
export const openDeclaredPurchases: readonly {
  readonly card: string
  readonly minutesAgo: number
  readonly cents?: number
}[] = [
  { card: 'Event registrations', minutesAgo: 12, cents: 640_00 },
  { card: 'Chemicals', minutesAgo: 34 },
  { card: 'Hotels', minutesAgo: 51, cents: 486_00 },
  { card: 'Long-haul flights', minutesAgo: 96 },
  { card: 'Instruments', minutesAgo: 148 },
  { card: 'Booths', minutesAgo: 205, cents: 1_980_00 },
  { card: 'Chairs and desks', minutesAgo: 312, cents: 412_00 },
  // Two declared purchases below the amount that needs approval: they are not made yet.
  { card: 'Flights in Europe', minutesAgo: 8, cents: 198_00 },
  { card: 'Hotels', minutesAgo: 19, cents: 264_00 },
]
