import { readFileSync } from 'node:fs'
import { inPackage } from '../lib/package-root.ts'

export const version: string = (JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as { version: string })
  .version
