/** Settings of a Stripe at whose address nothing listens. Cards there stay pending. */
export const unreachableStripe = { PURSER_STRIPE_KEY: 'rk_test_0123456789', PURSER_STRIPE_URL: 'http://127.0.0.1:1' }

/** The fields with which `POST /cards` creates a card at that Stripe. */
export const cardAtStripe = {
  issuer: 'stripe',
  billing: { line1: '1 Main Street', city: 'Springfield', postalCode: '62704', country: 'US' },
}
