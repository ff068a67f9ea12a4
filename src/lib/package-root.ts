import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The absolute path of a file or folder of Purser's package, from its path within the package. The sources are in `src/` of a checkout and
 * in `dist/src/` of the published package.
 */
export const pathInPackage = (...path: string[]): string => join(root, ...path)

const root = dirname(findPackageJSON(import.meta.url) ?? '')
