export { lithic } from './lithic/lithic.ts'
export { stripe } from './stripe/stripe.ts'
