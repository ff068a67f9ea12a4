export { lithic } from './lithic/sheet.ts'
export { stripe } from './stripe/sheet.ts'
