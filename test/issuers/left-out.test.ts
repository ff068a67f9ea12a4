import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'src', 'issuers')
/** The files that need every issuer's parts: the rest is what they import. */
const roots = [
  join(folder, 'registry.ts'),
  join(folder, 'sheets.ts'),
  join(root, 'src', 'app', 'settings', 'issuer-options.ts'),
]
const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as { config: object }
const whole = ts.parseJsonConfigFileContent({ ...config, include: [], files: roots }, ts.sys, root)
/** Without a part, an import may have no use any more. That is not what these tests are about. */
const options = { ...whole.options, noUnusedLocals: false }

const read = new Map<string, ts.SourceFile | undefined>()
const host = ts.createCompilerHost(options)
const parse = host.getSourceFile.bind(host)

let before: ts.Program | undefined

/** The first complaint of the compiler about the folders of issuers where a file has another text. Undefined: it has none. */
function complaintAbout(changed: string, text: string): string | undefined {
  host.getSourceFile = (path, ...rest) => {
    if (path === changed) return ts.createSourceFile(path, text, options.target ?? ts.ScriptTarget.ESNext)
    if (!read.has(path)) read.set(path, parse(path, ...rest))
    return read.get(path)
  }
  const program = ts.createProgram(roots, options, host, before)
  before = program
  const own = program.getSourceFiles().filter(({ fileName }) => CHECKED.test(fileName))
  const [found] = own.flatMap((file) => [...program.getSemanticDiagnostics(file)])
  return found && ts.flattenDiagnosticMessageText(found.messageText, '\n')
}

/** The files that need every issuer, and those of the changed folder that say what an issuer is. */
const CHECKED = /\/src\/(issuers\/(sheets|registry|lithic\/(sheet|settings|lithic))|app\/settings\/issuer-options)\.ts$/

interface Part {
  readonly file: string
  readonly path: string
  /** The text of the file without the part. */
  readonly without: string
}

/** The parts of the object that a file exports under a name, also those of the objects in it down to a depth. */
function partsOf(name: string, exported: string, depth: number): Part[] {
  const file = join(folder, 'lithic', name)
  const text = ts.sys.readFile(file) ?? ''
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true)
  const declared = tree.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find((each) => ts.isIdentifier(each.name) && each.name.text === exported)
  const below = (object: ts.ObjectLiteralExpression, path: string, left: number): Part[] =>
    object.properties.flatMap((property): Part[] => {
      if (property.name === undefined) return []
      const here = `${path}${property.name.getText()}`
      const without = `${text.slice(0, property.getFullStart())}${text.slice(property.end).replace(/^,/, '')}`
      const inner = ts.isPropertyAssignment(property) ? objectOf(property.initializer) : undefined
      return [{ file, path: here, without }, ...(inner && left > 1 ? below(inner, `${here}.`, left - 1) : [])]
    })
  const object = declared?.initializer && objectOf(declared.initializer)
  return object === undefined ? [] : below(object, '', depth)
}

function objectOf(value: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(value)) return value
  return ts.isSatisfiesExpression(value) || ts.isAsExpression(value) ? objectOf(value.expression) : undefined
}

/** Parts that an issuer may have or not: a setting of its own, and questions of cardholders. */
const MAY_BE_ABSENT = /^(environment|challengeSecret|inbound\.(parse|answer)Authentication|.*exampleAnswer\.\w+)$/

describe.each([
  ['sheet.ts', partsOf('sheet.ts', 'lithicSheet', 4)],
  ['settings.ts', partsOf('settings.ts', 'lithicSettings', 1)],
  ['lithic.ts', partsOf('lithic.ts', 'lithicIssuer', 2)],
])('%s of an issuer', (name, all) => {
  const parts = all.filter(({ path }) => !MAY_BE_ABSENT.test(path))

  it('has parts', () => {
    expect(complaintAbout('', '')).toBeUndefined()
    expect(parts.length, name).toBeGreaterThanOrEqual(5)
  })

  it.each(parts)('does not compile without $path', ({ file, path, without }) => {
    expect(complaintAbout(file, without)).toMatch(new RegExp(`'${path.split('.').at(-1)}'`))
  })
})

it.each([
  ['all-sheets.ts', "export { lithicSheet as lithic } from './lithic/sheet.ts'\n"],
  ['all-settings.ts', "export { lithicSettings as lithic } from './lithic/settings.ts'\n"],
  ['all-issuers.ts', "export { lithicIssuer as lithic } from './lithic/lithic.ts'\n"],
])('an issuer that has a name and no line in %s does not compile', (name, line) => {
  const list = join(folder, name)
  const text = ts.sys.readFile(list) ?? ''
  expect(text).toContain(line)
  expect(complaintAbout(list, text.replace(line, ''))).toMatch(/Property 'lithic' is missing/)
})

it('a setting that has another variable than the sheet says does not compile', () => {
  const settings = join(folder, 'lithic', 'settings.ts')
  const text = ts.sys.readFile(settings) ?? ''
  expect(complaintAbout(settings, text.replace("'PURSER_LITHIC_KEY'", "'PURSER_LITHIC_KEYS'"))).toMatch(
    /"PURSER_LITHIC_KEYS".*"PURSER_LITHIC_KEY"/,
  )
})
