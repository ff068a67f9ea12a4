import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The path of a file or folder of Purser's package, given from the package's root. A checkout has `src/` there, the published package
 * `dist/src/`.
 */
export const inPackage = (...path: string[]): string => join(root, ...path)

const root = dirname(findPackageJSON(import.meta.url) ?? '')
