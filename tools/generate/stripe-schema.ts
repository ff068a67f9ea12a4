import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { GeneratedFile } from './generated-file.ts'

/** The messages that Purser sends to Stripe and gets from it, by the names of Stripe's own package. */
export const stripeMessageTypes = {
  Authorization: 'Issuing.Authorization',
  Card: 'Issuing.Card',
  Cardholder: 'Issuing.Cardholder',
  Transaction: 'Issuing.Transaction',
  EphemeralKey: 'EphemeralKey',
  CardCreateParams: 'Issuing.CardCreateParams',
  CardUpdateParams: 'Issuing.CardUpdateParams',
  CardListParams: 'Issuing.CardListParams',
  CardRetrieveParams: 'Issuing.CardRetrieveParams',
  CardholderCreateParams: 'Issuing.CardholderCreateParams',
  CardholderListParams: 'Issuing.CardholderListParams',
  AuthorizationListParams: 'Issuing.AuthorizationListParams',
  TransactionListParams: 'Issuing.TransactionListParams',
  EphemeralKeyCreateParams: 'EphemeralKeyCreateParams',
  CardholderUpdateParams: 'Issuing.CardholderUpdateParams',
  AuthorizationRetrieveParams: 'Issuing.AuthorizationRetrieveParams',
  AuthorizationCreateParams: 'TestHelpers.Issuing.AuthorizationCreateParams',
  AuthorizationIncrementParams: 'TestHelpers.Issuing.AuthorizationIncrementParams',
  AuthorizationCaptureParams: 'TestHelpers.Issuing.AuthorizationCaptureParams',
  AuthorizationReverseParams: 'TestHelpers.Issuing.AuthorizationReverseParams',
  AuthorizationExpireParams: 'TestHelpers.Issuing.AuthorizationExpireParams',
  TransactionRefundParams: 'TestHelpers.Issuing.TransactionRefundParams',
  TransactionCreateForceCaptureParams: 'TestHelpers.Issuing.TransactionCreateForceCaptureParams',
  TransactionCreateUnlinkedRefundParams: 'TestHelpers.Issuing.TransactionCreateUnlinkedRefundParams',
} as const

const FULL_NAME: ts.TypeFormatFlags =
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- TypeScript's flags are combined by `|`
  ts.TypeFormatFlags.UseFullyQualifiedType | ts.TypeFormatFlags.NoTruncation

type Schema = Readonly<Record<string, unknown>>

const root = join(import.meta.dirname, '..', '..')
/** Matches the types of Stripe's package that are read. All others become a schema that allows anything. */
const OURS =
  /\/stripe\/esm\/(resources\/(EphemeralKeys|(TestHelpers\/)?Issuing\/(Authorizations|Cards|Cardholders|Transactions))|shared)\.d\.ts$/

/** Generates a JSON Schema from the types of Stripe's package, so that a change of these types shows up as a diff here. */
export function stripeSchemaFile(): GeneratedFile {
  const manifest = readFileSync(join(root, 'node_modules', 'stripe', 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const about = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Stripe Issuing, from the types of the npm package stripe ${version} (MIT, Stripe)`,
    $comment: 'Made by tools/generate.ts. Do not edit.',
  }
  const lines = Object.entries(definitions()).map(
    ([name, schema]) => `${JSON.stringify(name)}: ${JSON.stringify(schema)}`,
  )
  const text = `${JSON.stringify(about).slice(0, -1)}, "$defs": {\n${lines.join(',\n')}\n}}\n`
  return { path: 'test/issuers/examples/stripe/schema.json', text }
}

function definitions(): Record<string, Schema> {
  const { checker, found } = readRoots()
  const writer = new SchemaWriter(checker)
  const named = found.map((each) => [each.name, writer.schemaOf(checker.getTypeOfSymbol(each))] as const)
  const aliases = named.filter(([name]) => writer.definitions[name] === undefined)
  return { ...writer.definitions, ...Object.fromEntries(aliases) }
}

/** Reads Stripe's types of the messages, as fields of an interface that is in no file. */
function readRoots() {
  const entry = join(import.meta.dirname, 'roots.ts')
  const fields = Object.entries(stripeMessageTypes).map(([name, type]) => `${name}: Stripe.${type}`)
  const text = `import { Stripe } from 'stripe'\nexport interface Roots {\n${fields.join('\n')}\n}\n`
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (name) => name === entry || fileExists(name)
  host.readFile = (name) => (name === entry ? text : readFile(name))
  host.getSourceFile = (name, ...rest) =>
    name === entry ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext) : getSourceFile(name, ...rest)
  const program = ts.createProgram([entry], options, host)
  const declared = program.getSourceFile(entry)?.statements.find(ts.isInterfaceDeclaration)
  if (declared === undefined) throw new Error('the roots were not read')
  const checker = program.getTypeChecker()
  return { checker, found: checker.getPropertiesOfType(checker.getTypeAtLocation(declared)) }
}

class SchemaWriter {
  readonly definitions: Record<string, Schema> = {}
  readonly #checker: ts.TypeChecker

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  schemaOf(type: ts.Type): Schema {
    const { flags } = type
    if (flags & ts.TypeFlags.Null) return { type: 'null' }
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: this.#checker.typeToString(type) === 'true' }
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
    if (flags & ts.TypeFlags.StringLike || type.isIntersection()) return { type: 'string' } // `string & {}` means any other text
    if (flags & ts.TypeFlags.NumberLike) return { type: 'number' }
    if (type.isUnion()) return this.#unionOf(type)
    if (this.#checker.isArrayType(type)) {
      const [items] = this.#checker.getTypeArguments(type as ts.TypeReference)
      return { type: 'array', items: this.schemaOf(items as ts.Type) }
    }
    return flags & ts.TypeFlags.Object ? this.#reference(type) : {}
  }

  /** The schema of a union. If a union accepts any text, its known texts are left out, because they restrict nothing. */
  #unionOf({ types }: ts.UnionType): Schema {
    const all = types.filter((each) => !(each.flags & ts.TypeFlags.Undefined)).map((each) => this.schemaOf(each))
    const isOpen = all.some((each) => each['type'] === 'string')
    const variants = all.filter((each) => !isOpen || typeof each['const'] !== 'string')
    const [only, ...others] = new Map(variants.map((each) => [JSON.stringify(each), each])).values()
    return only !== undefined && others.length === 0 ? only : { anyOf: [only, ...others] }
  }

  #reference(type: ts.Type): Schema {
    if (!OURS.test(type.symbol.declarations?.[0]?.getSourceFile().fileName ?? '')) return {}
    const fullName = this.#checker.typeToString(type, undefined, FULL_NAME)
    const name = fullName.replaceAll(/import\("[^"]*"\)\./g, '').replaceAll(/[^\w.]/g, '_')
    if (this.definitions[name] === undefined) {
      this.definitions[name] = {} // set before it is written, because some types contain themselves
      this.definitions[name] = this.#objectOf(type)
    }
    return { $ref: `#/$defs/${name}` }
  }

  #objectOf(type: ts.Type): Schema {
    const fields = this.#checker.getPropertiesOfType(type)
    const index = this.#checker.getIndexTypeOfType(type, ts.IndexKind.String)
    return {
      type: 'object',
      properties: Object.fromEntries(
        fields.map((field) => [field.name, this.schemaOf(this.#checker.getTypeOfSymbol(field))]),
      ),
      required: fields.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional)).map(({ name }) => name),
      additionalProperties: index === undefined ? false : this.schemaOf(index),
    }
  }
}
