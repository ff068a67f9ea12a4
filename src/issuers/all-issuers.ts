export { lithicIssuer as lithic } from './lithic/lithic.ts'
export { stripeIssuer as stripe } from './stripe/stripe.ts'
