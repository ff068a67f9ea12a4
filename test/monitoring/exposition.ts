/** A series of `/metrics`: its name, and the values of its labels. */
export interface Exposed {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The series of the text that a node shows to Prometheus. */
export const exposedIn = (text: string): Exposed[] =>
  text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) return []
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, of]) => [key as string, of as string])
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }]
  })

/** A metric that a query names, with the labels by which it selects: `{status="503"}`. */
export interface Selected {
  readonly name: string
  readonly matchers: readonly { readonly label: string; readonly is: string; readonly value: string }[]
}

const METRIC = /\b((?:purser|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g
const GROUPING = /\b(?:by|without) \(([^)]*)\)/g

export const selectedIn = (query: string): Selected[] =>
  [...query.replaceAll(GROUPING, '').matchAll(METRIC)].map(([, name, matchers = '']) => ({
    name: name as string,
    matchers: [...matchers.matchAll(/(\w+)(=~|=|!=)"([^"]*)"/g)].map(([, label, is, value]) => ({
      label: label as string,
      is: is as string,
      value: value as string,
    })),
  }))

/** The labels by which a query puts series together, or leaves them apart. */
export const groupedIn = (query: string): string[] =>
  [...query.matchAll(GROUPING)].flatMap(([, labels = '']) => labels.split(',').map((label) => label.trim()))
