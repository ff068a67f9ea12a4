import { readFileSync } from 'node:fs'

/** Of the package: beside `src/` in the checkout and beside `dist/` in the package. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version
