import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** A file or folder of the package, told from its root: `src/` lies there in a checkout, `dist/src/` in what is published. */
export const inPackage = (...path: string[]): string => join(root, ...path)

const root = dirname(findPackageJSON(import.meta.url) ?? '')
