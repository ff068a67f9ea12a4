export { lithicSheet as lithic } from './lithic/sheet.ts'
export { stripeSheet as stripe } from './stripe/sheet.ts'
