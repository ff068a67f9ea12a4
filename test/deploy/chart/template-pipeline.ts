import { templateFunctions, type TemplateFunction, type Value } from './template-functions.ts'

/** What names mean at one place of a template. */
export interface Scope {
  /** The dot. */
  readonly dot: Value
  /** Variables, without their `$`. The empty name is the dot of the whole template. */
  readonly variables: Readonly<Record<string, Value>>
  readonly functions: Readonly<Record<string, TemplateFunction>>
}

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|(\|)|(\()|(\))|(-?\d+)|(\$\w*(?:\.\w+)*)|(\.(?:\w+(?:\.\w+)*)?)|(\w+))/y

/** Reads a pipeline of a Go template: commands that hand on their result by `|`. */
export function evaluate(pipeline: string, scope: Scope): Value {
  const tokens = tokensOf(pipeline)
  const value = pipelineOf(tokens, scope)
  if (tokens.length > 0) throw new Error(`${pipeline}: what is ${tokens[0]}?`)
  return value
}

function tokensOf(text: string): string[] {
  const pattern = new RegExp(TOKEN)
  const tokens: string[] = []
  while (pattern.lastIndex < text.trimEnd().length) {
    const at = pattern.lastIndex
    const match = pattern.exec(text)
    if (match === null) throw new Error(`${text}: what is ${text.slice(at)}?`)
    tokens.push(match[0].trim())
  }
  return tokens
}

function pipelineOf(tokens: string[], scope: Scope): Value {
  let value = commandOf(tokens, scope, [])
  while (tokens[0] === '|') {
    tokens.shift()
    value = commandOf(tokens, scope, [value])
  }
  return value
}

/** A command: a function or a method with its arguments, or one value. `handedOn` is its last argument. */
function commandOf(tokens: string[], scope: Scope, handedOn: readonly Value[]): Value {
  const [first = ''] = tokens
  const isName = /^[a-z]\w*$/i.test(first) && first !== 'true' && first !== 'false'
  if (isName) tokens.shift()
  const head = isName ? scope.functions[first] : operandOf(tokens, scope)
  if (isName && head === undefined) throw new Error(`there is no function ${first}`)
  const args: Value[] = []
  while (tokens.length > 0 && tokens[0] !== '|' && tokens[0] !== ')') args.push(operandOf(tokens, scope))
  if (typeof head === 'function') return (head as (...all: readonly Value[]) => Value)(...args, ...handedOn)
  if (args.length + handedOn.length > 0) throw new Error(`${first} takes no arguments`)
  return head
}

function operandOf(tokens: string[], scope: Scope): Value {
  const token = tokens.shift() ?? ''
  if (token === '(') {
    const value = pipelineOf(tokens, scope)
    tokens.shift()
    return value
  }
  if (token.startsWith('"')) return JSON.parse(token) as string
  if (/^-?\d+$/.test(token)) return Number(token)
  if (token === 'true' || token === 'false') return token === 'true'
  if (token.startsWith('$')) {
    const [name = '', ...path] = token.slice(1).split('.')
    if (!Object.hasOwn(scope.variables, name)) throw new Error(`there is no variable $${name}`)
    return fieldOf(scope.variables[name], path)
  }
  if (token.startsWith('.')) return fieldOf(scope.dot, token.split('.').filter(Boolean))
  const found = templateFunctions[token]
  if (found === undefined) throw new Error(`what is ${token}?`)
  return found()
}

/** A field of maps in maps. A map without the field gives null, but null has no fields: Helm then ends with an error. */
function fieldOf(value: Value, path: readonly string[]): Value {
  let current = value
  for (const name of path) {
    if (typeof current !== 'object' || current === null) throw new Error(`nil has no field ${name}`)
    current = (current as Readonly<Record<string, Value>>)[name] ?? null
  }
  return current
}
