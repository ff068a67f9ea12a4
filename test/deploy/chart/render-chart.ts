import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { isTrue, templateFunctions, textOf, type Value } from './template-functions.ts'
import { parseTemplate, type TemplateNode } from './template-parser.ts'
import { evaluate, type Scope } from './template-pipeline.ts'

const chart = join(import.meta.dirname, '..', '..', '..', 'deploy', 'helm', 'purser')
const read = (...path: string[]): string => readFileSync(join(chart, ...path), 'utf8')

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> }
  readonly spec: never
  readonly data?: Readonly<Record<string, string>>
}

type Values = Readonly<Record<string, Value>>

/** The values of the chart with others laid over them, as Helm does: maps are joined, everything else is replaced. */
export function withValues(over: Values): Values {
  const laid = (below: Value, above: Value): Value =>
    isMap(below) && isMap(above)
      ? Object.fromEntries(
          [...new Set([...Object.keys(below), ...Object.keys(above)])].map((key) => [
            key,
            key in above ? laid(below[key], above[key]) : below[key],
          ]),
        )
      : above
  return laid(parse(read('values.yaml')), over) as Values
}

const isMap = (value: Value): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Renders the chart as `helm template` does, as far as the chart uses Go templates: there is no Helm among the packages of npm or Debian.
 * `npm run lint:deploy` renders it with Helm itself, where that is installed.
 */
export function renderChart(over: Values = {}): Manifest[] {
  const sources = readdirSync(join(chart, 'templates')).map((name) => ({
    name,
    ...parseTemplate(read('templates', name)),
  }))
  const defined = new Map(sources.flatMap((source) => [...source.defined]))
  const data = {
    Values: withValues(over),
    Chart: chartData(),
    Release: { Name: 'purser', Namespace: 'default', Service: 'Helm' },
    Files: { Get: (path: string) => read(...path.split('/')) },
  }
  const include = (name: string, dot: Value): string => {
    const body = defined.get(name)
    if (body === undefined) throw new Error(`no template is called ${name}`)
    return written(body, { dot, variables: { '': dot }, functions })
  }
  const functions = { ...templateFunctions, include }
  return sources
    .filter(({ name }) => name.endsWith('.yaml'))
    .flatMap(({ body }) => {
      const text = written(body, { dot: data, variables: { '': data }, functions })
      // YAML 1.1, which Kubernetes reads: 0440 is octal.
      return parseAllDocuments(text, { version: '1.1' }).flatMap((document) => {
        if (document.errors.length > 0) throw new Error(`${document.errors[0]?.message}\n${text}`)
        return (document.toJS() as Manifest | null) ?? []
      })
    })
}

function chartData(): Values {
  const { name, version, appVersion } = parse(read('Chart.yaml')) as Record<string, string>
  return { Name: name, Version: version, AppVersion: appVersion }
}

const written = (nodes: readonly TemplateNode[], scope: Scope): string =>
  nodes.map((node) => writtenNode(node, scope)).join('')

function writtenNode(node: TemplateNode, scope: Scope): string {
  if (node.kind === 'text') return node.text
  if (node.kind === 'output') return textOf(evaluate(node.pipeline, scope))
  if (node.kind === 'range') return writtenRange(node, scope)
  const value = evaluate(node.pipeline, scope)
  if (!isTrue(value)) return written(node.otherwise, scope)
  return written(node.body, node.kind === 'if' ? scope : { ...scope, dot: value })
}

const RANGE = /^(?:\$(\w+)(?:,\s*\$(\w+))?\s*:=\s*)?([\s\S]+)$/

function writtenRange({ pipeline, body, otherwise }: Extract<TemplateNode, { body: unknown }>, scope: Scope): string {
  const [, first, second, from = ''] = RANGE.exec(pipeline) ?? []
  const value = evaluate(from, scope)
  const entries = Array.isArray(value)
    ? value.map((item: Value, index): [Value, Value] => [index, item])
    : Object.entries(isMap(value) ? value : {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (entries.length === 0) return written(otherwise, scope)
  return entries
    .map(([key, item]) => {
      const named = second === undefined ? { [first ?? '_']: item } : { [first ?? '_']: key, [second]: item }
      return written(body, { ...scope, dot: item, variables: { ...scope.variables, ...named } })
    })
    .join('')
}
