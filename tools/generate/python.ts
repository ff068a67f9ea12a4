import { type OperationName, operations } from '../../src/contract/operations.ts'
import { packageVersion } from '../../src/app/version.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import type { GeneratedFile } from './generated-file.ts'
import { pythonResourceFiles } from './python/resources.ts'
import { pythonTypesFile } from './python/types.ts'

/** Generates the Python client's types and methods from the API document. */
export function pythonFiles(): GeneratedFile[] {
  const document = openApiDocument({ version: packageVersion, names: Object.keys(operations) as OperationName[] })
  return [pythonTypesFile(document), ...pythonResourceFiles(document), versionFile()]
}

const versionFile = (): GeneratedFile => ({
  path: 'clients/python/src/purser_client/_version.py',
  text: `# Generated from package.json by tools/generate.ts. Do not edit.\n__version__ = "${packageVersion}"\n`,
})
