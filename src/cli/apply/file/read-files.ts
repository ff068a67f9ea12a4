import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Document, LineCounter, parseAllDocuments, visit } from 'yaml'
import { OperatorError } from '../../../app/operator-error.ts'
import { schemaComplaintsAbout, type ApplyFileJsonSchema, applyFieldPathText } from './check-value.ts'
import { unexpandableYamlNodes } from './expanded-nodes.ts'
import { type ApplyFileFault, applyFileFaultsError } from './fault.ts'
import { applyFileSchema } from './file-schema.ts'
import { YamlPositions, type YamlDocumentSource } from './source.ts'
import { isExactJsonNumber } from '../../../lib/json/inexact-number.ts'

/** The most bytes of one file of `purser apply`: 100,000 entries of a few lines are less. */
const MOST_BYTES = 32 * 1024 * 1024
/**
 * Turns off the YAML library's own bound of aliases, which is less than a file of a thousand cards with one policy needs. `unexpandableYamlNodes`
 * has another bound.
 */
const ANY_ALIASES = -1

/**
 * Reads the files and folders of `purser apply`, and checks them by the schema. A folder stands for its files that end with .yaml or .yml,
 * `-` for standard input. Rejects with an OperatorError where a file cannot be read, and with a CommandError that names every fault.
 */
export async function readApplyFiles(paths: readonly string[]): Promise<YamlDocumentSource[]> {
  const files = (await Promise.all(paths.map(filesAt))).flat()
  const read = await Promise.all(
    files.map(async (file) => yamlDocumentsOf(file, await textOf(file), applyFileSchema())),
  )
  const faults = read.flatMap((each) => each.faults)
  if (faults.length > 0) throw applyFileFaultsError(faults)
  return read.flatMap(({ sources }) => sources)
}

async function filesAt(path: string): Promise<string[]> {
  if (path === '-') return [path]
  const { isFolder, size } = await stat(path).then(
    (stats) => ({ isFolder: stats.isDirectory(), size: stats.size }),
    (error: unknown) => {
      throw unreadable(path, error)
    },
  )
  if (!isFolder) {
    if (size > MOST_BYTES) throw new OperatorError(`${path} is larger than ${MOST_BYTES / 1024 / 1024} MiB. Split it.`)
    return [path]
  }
  const names = (await readdir(path)).filter((name) => /^[^.].*\.ya?ml$/u.test(name)).toSorted()
  if (names.length === 0) throw new OperatorError(`There is no file in ${path} that ends with .yaml or .yml.`)
  return names.map((name) => join(path, name))
}

const textOf = (file: string): Promise<string> =>
  file === '-'
    ? readAll(process.stdin)
    : readFile(file, 'utf8').catch((error: unknown) => {
        throw unreadable(file, error)
      })

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const unreadable = (path: string, error: unknown): OperatorError =>
  new OperatorError(`${path} cannot be read: ${(error as Error).message}`)

/** The YAML documents of one text, which `---` separates, and their faults. JSON is YAML, too. */
export function yamlDocumentsOf(
  file: string,
  text: string,
  schema: ApplyFileJsonSchema,
): { sources: YamlDocumentSource[]; faults: ApplyFileFault[] } {
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, { merge: true, lineCounter: lines, prettyErrors: false })
  const sources: YamlDocumentSource[] = []
  const faults: ApplyFileFault[] = []
  for (const document of Array.isArray(documents) ? documents : []) {
    const positions = new YamlPositions(file, document, lines)
    faults.push(
      ...document.errors.map(({ pos: [at], message }) => positions.fault(at, '', `This is not YAML: ${message}`)),
    )
    if (document.errors.length > 0) continue
    const endless = unexpandableYamlNodes(document, positions)
    faults.push(...changedNumbers(document, positions), ...endless)
    if (endless.length > 0) continue
    const { value, why } = valueOf(document)
    if (why !== undefined) faults.push(positions.fault(positions.offsetOf([], false), '', `This is not YAML: ${why}`))
    if (value === null) continue // an empty document
    const source = sourceOf(positions, value)
    faults.push(
      ...schemaComplaintsAbout(schema, source.value).map(({ path, message, isName }) =>
        source.fault(path, message, { isName }),
      ),
    )
    sources.push(source as YamlDocumentSource)
  }
  return { sources, faults }
}

/** The value of a YAML document, or why it has none: the library throws at a merged list of texts, for instance. */
function valueOf(document: Document): { value: unknown; why?: string } {
  try {
    return { value: document.toJS({ maxAliasCount: ANY_ALIASES }) }
  } catch (error) {
    return { value: null, why: (error as Error).message }
  }
}

const sourceOf = (positions: YamlPositions, value: unknown) => ({
  value,
  fault: (path: readonly (string | number)[], message: string, { isName = false } = {}): ApplyFileFault =>
    positions.fault(positions.offsetOf(path, isName), applyFieldPathText(path), message),
})

/**
 * Finds numbers that YAML changes: it reads the category 0742 as 742 and the text 0x1F as 31, and cannot hold an id of 18 digits exactly.
 */
function changedNumbers(document: Document, positions: YamlPositions): ApplyFileFault[] {
  const faults: ApplyFileFault[] = []
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value !== 'number' || node.source === undefined) return
      const why = reasonOf(node.source, node.value)
      if (why !== undefined) faults.push(positions.fault(node.range?.[0] ?? 0, '', `${node.source} ${why}`))
    },
  })
  return faults
}

function reasonOf(source: string, value: number): string | undefined {
  if (/^[-+]?0[0-9xob]/i.test(source))
    return `is the number ${value} in YAML. Write it in quotes, or without the zero before it.`
  if (!Number.isFinite(value)) return 'is no number that JSON has. Write it in quotes.'
  return isExactJsonNumber(source, value)
    ? undefined
    : 'is a number that would be sent as another one. Write it in quotes.'
}
