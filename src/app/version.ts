import { readFileSync } from 'node:fs'
import { inPackage } from '../lib/package-root.ts'

export const packageVersion: string = (
  JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as { version: string }
).version
