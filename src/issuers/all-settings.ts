export { lithicSettings as lithic } from './lithic/settings.ts'
export { stripeSettings as stripe } from './stripe/settings.ts'
