/** An API key for the examples of the reference. Such keys are public, so the service refuses to start with one. */
export const exampleApiKeySecret = (number: number): string =>
  `sk_${'Example'.repeat(5)}${String(number).padStart(5, '0')}`

const EXAMPLE_SECRET = /^sk_(Example){5}[0-9]{5}$/
export const isExampleApiKeySecret = (secret: string): boolean => EXAMPLE_SECRET.test(secret)
