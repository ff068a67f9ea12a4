import { readFileSync } from 'node:fs'
import { pathInPackage } from '../lib/package-root.ts'

export const packageVersion: string = (
  JSON.parse(readFileSync(pathInPackage('package.json'), 'utf8')) as { version: string }
).version
