/** Of a Stripe that nobody answers for: its cards wait. */
export const nobodysStripe = { PURSER_STRIPE_KEY: 'rk_test_0123456789', PURSER_STRIPE_URL: 'http://127.0.0.1:1' }

/** What makes a card one of that Stripe. */
export const atStripe = {
  issuer: 'stripe',
  billing: { line1: '1 Main Street', city: 'Springfield', postalCode: '62704', country: 'US' },
}
