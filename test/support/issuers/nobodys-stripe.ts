/** Settings of a Stripe that nobody runs. Cards at it stay pending. */
export const nobodysStripe = { PURSER_STRIPE_KEY: 'rk_test_0123456789', PURSER_STRIPE_URL: 'http://127.0.0.1:1' }

/** The fields with which `POST /cards` makes a card of that Stripe. */
export const atStripe = {
  issuer: 'stripe',
  billing: { line1: '1 Main Street', city: 'Springfield', postalCode: '62704', country: 'US' },
}
