/** The keywords of JSON Schema that the contract's schemas use. */
export interface JsonSchema {
  readonly title?: string
  readonly description?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly (string | number)[]
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
}

/** Writes schemas as TypeScript. A schema with a title is declared once, and named wherever it is used. */
export class TypeScriptWriter {
  readonly #declared = new Map<string, string>()
  readonly #names: ReadonlyMap<string, string>

  /** @param wordLists lists of words, by the names that they get in the client */
  constructor(wordLists: Readonly<Record<string, readonly string[]>>) {
    this.#names = new Map(Object.entries(wordLists).map(([name, words]) => [words.join(), name]))
    for (const [name, words] of Object.entries(wordLists)) {
      this.#declared.set(name, `export type ${name} =\n${words.map((word) => `  | '${word}'`).join('\n')}\n`)
    }
  }

  /** All declarations, sorted by name, so that the text does not depend on the order in which they were made. */
  declarations(): string[] {
    return [...this.#declared].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  }

  declare(name: string, { description, ...schema }: JsonSchema): void {
    const text = `${comment(description)}export type ${name} = ${this.#fields(schema, '')}\n`
    const known = this.#declared.get(name)
    if (known !== undefined && known !== text) throw new Error(`two schemas are named ${name}`)
    this.#declared.set(name, text)
  }

  /** The TypeScript type of a schema, as it is written at each use. */
  use(schema: JsonSchema, indent = ''): string {
    if (schema.title !== undefined) {
      this.declare(schema.title, schema)
      return schema.title
    }
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum) return this.#names.get(schema.enum.join()) ?? schema.enum.map(literal).join(' | ')
    if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => this.use(one, indent)))].join(' | ')
    if (schema.items) return arrayOf(this.use(schema.items, indent))
    if (schema.properties) return this.#fields(schema, indent)
    if (schema.patternProperties) return `Record<string, ${this.#valueOf(schema.patternProperties, indent)}>`
    return plainType(schema)
  }

  #valueOf(patternProperties: Readonly<Record<string, JsonSchema>>, indent: string): string {
    return Object.values(patternProperties)
      .map((schema) => this.use(schema, indent))
      .join(' | ')
  }

  #fields({ properties = {}, required = [] }: JsonSchema, indent: string): string {
    const inner = `${indent}  `
    const fields = Object.entries(properties).map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?'
      return `${comment(schema.description, inner)}${inner}${name}${mark}: ${this.use(schema, inner)}`
    })
    return `{\n${fields.join('\n')}\n${indent}}`
  }
}

/** The values of an enum's schema. Empty: it is no enum. */
export const enumValuesOf = (schema: object): readonly string[] => (schema as JsonSchema).enum?.map(String) ?? []

const literal = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value}'`)

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  null: 'null',
}

function plainType(schema: JsonSchema): string {
  if (schema.type === undefined) return 'unknown'
  const plain = PLAIN[schema.type]
  if (plain === undefined) throw new Error(`a schema of the type ${schema.type} has no TypeScript yet`)
  return plain
}

const arrayOf = (item: string): string => (/^(?:\w+$|\{)/.test(item) ? `${item}[]` : `(${item})[]`)
const comment = (text: string | undefined, indent = ''): string =>
  text === undefined ? '' : `${indent}/** ${text} */\n`
