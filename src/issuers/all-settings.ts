export { settings as lithic } from './lithic/settings.ts'
export { settings as stripe } from './stripe/settings.ts'
