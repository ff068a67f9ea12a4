/** A node of a parsed Go template. */
export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly pipeline: string }
  | {
      readonly kind: 'if' | 'with' | 'range'
      readonly pipeline: string
      readonly body: readonly TemplateNode[]
      readonly otherwise: readonly TemplateNode[]
    }

export interface ParsedTemplate {
  readonly body: readonly TemplateNode[]
  /** The templates that it defines, by name. */
  readonly defined: ReadonlyMap<string, readonly TemplateNode[]>
}

type Token = { readonly text: string } | { readonly action: string }

const ACTION = /\{\{(-?)\s*((?:"(?:[^"\\]|\\.)*"|\/\*[\s\S]*?\*\/|(?!-?\}\})[\s\S])*?)\s*(-?)\}\}/g

/** Divides a template into texts and actions. A dash beside the braces takes away the white space there. */
function tokensOf(template: string): Token[] {
  const tokens: Token[] = []
  let from = 0
  let trimsStart = false
  const pushText = (text: string, trimsEnd: boolean) => {
    const trimmed = trimsStart ? text.trimStart() : text
    tokens.push({ text: trimsEnd ? trimmed.trimEnd() : trimmed })
  }
  for (const match of template.matchAll(ACTION)) {
    const [whole, left, action = '', right] = match
    pushText(template.slice(from, match.index), left === '-')
    if (!action.startsWith('/*')) tokens.push({ action })
    trimsStart = right === '-'
    from = match.index + whole.length
  }
  pushText(template.slice(from), false)
  return tokens
}

const BLOCK = /^(if|with|range)\s+([\s\S]+)$/
const ELSE_BLOCK = /^else\s+(if|with)\s+([\s\S]+)$/
const DEFINE = /^define\s+"([^"]+)"$/

/** Parses what the chart uses of Go templates, and throws for anything that looks like more. */
export function parseTemplate(template: string): ParsedTemplate {
  const tokens = tokensOf(template)
  const defined = new Map<string, readonly TemplateNode[]>()
  let index = 0

  /** Reads nodes up to an `end` or `else`, and returns that action, too. */
  const sequence = (): { nodes: TemplateNode[]; stop: string | null } => {
    const nodes: TemplateNode[] = []
    for (; index < tokens.length;) {
      const token = tokens[index] as Token
      index += 1
      if ('text' in token) nodes.push({ kind: 'text', text: token.text })
      else if (/^(end$|else\b)/.test(token.action)) return { nodes, stop: token.action }
      else nodes.push(...action(token.action))
    }
    return { nodes, stop: null }
  }

  const action = (text: string): TemplateNode[] => {
    const [, name] = DEFINE.exec(text) ?? []
    if (name !== undefined) {
      defined.set(name, sequence().nodes)
      return []
    }
    const [, kind, pipeline = ''] = BLOCK.exec(text) ?? []
    return kind === undefined ? [{ kind: 'output', pipeline: text }] : [block(kind, pipeline)]
  }

  const block = (kind: string, pipeline: string): TemplateNode => {
    const { nodes: body, stop } = sequence()
    if (stop === null) throw new Error(`${kind} ${pipeline}: it has no end`)
    return { kind: kind as 'if' | 'with' | 'range', pipeline, body, otherwise: otherwiseOf(stop) }
  }

  const otherwiseOf = (stop: string): readonly TemplateNode[] => {
    if (stop === 'end') return []
    const [, kind, pipeline = ''] = ELSE_BLOCK.exec(stop) ?? []
    return kind === undefined ? sequence().nodes : [block(kind, pipeline)]
  }

  return { body: sequence().nodes, defined }
}
