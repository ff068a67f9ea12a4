import { policyFields } from './policy-fields.ts'

export interface PolicyCascadeLevel {
  /** The level's name: `customer`, `agent` or `card`. */
  readonly level: string
  readonly name: string
  readonly href: string
  /** The level's own rules as a flat record: `limits.perDay` and `requireIntent` of the policy, hard caps as `cap.perDay`. */
  readonly fields: Readonly<Record<string, unknown>>
}

export interface PolicyFieldWarning {
  readonly message: string
  readonly fields: readonly string[]
}

/** The value of a policy field or hard cap at one level. `holds`: it is the effective value, because no lower level replaces it. */
export interface PolicyCascadeCell {
  readonly value: unknown
  readonly holds: boolean
  /** The lower level whose value of the policy field replaces this one. */
  readonly replacedBy?: string
}

export interface PolicyCascadeRow {
  readonly field: string
  readonly label: string
  readonly value: unknown
  readonly source: string
  readonly cells: Readonly<Record<string, PolicyCascadeCell>>
  readonly isCap: boolean
  /** The smaller hard cap that declines purchases before this value is reached. */
  readonly cappedBy?: { readonly level: string; readonly cents: number }
  readonly warnings: readonly PolicyFieldWarning[]
}

interface Cascaded {
  readonly levels: readonly PolicyCascadeLevel[]
  readonly effective: Readonly<Record<string, unknown>>
  readonly sources: Readonly<Record<string, string>>
  readonly warnings: readonly PolicyFieldWarning[]
}

/**
 * The table of the cascade: a row for each field that a level sets or that has a default. `elsewhere`: the warnings about fields without a
 * row.
 */
export function policyCascadeRows(from: Cascaded): { rows: PolicyCascadeRow[]; elsewhere: PolicyFieldWarning[] } {
  const caps = smallestCaps(from.levels)
  const names = new Set([...Object.keys(from.effective), ...from.levels.flatMap(({ fields }) => Object.keys(fields))])
  const listed = policyFields.filter(({ name }) => names.has(name))
  const navigationPages = new Set(listed.map(({ name }) => name))
  const placed = from.warnings.map((warning) => ({ warning, at: shownFieldOfPolicyWarning(warning, navigationPages) }))
  const rows = listed.map(({ name, label }): PolicyCascadeRow => {
    const own = name.startsWith('cap.') ? capRow(name, from, caps) : policyRow(name, from, caps)
    const warnings = placed.filter(({ at }) => at === name).map(({ warning }) => warning)
    return { field: name, label, warnings, ...own }
  })
  return { rows, elsewhere: placed.filter(({ at }) => at === undefined).map(({ warning }) => warning) }
}

/** The first field of a policy's warning that has a row in the table of the cascade. */
export const shownFieldOfPolicyWarning = (
  { fields }: PolicyFieldWarning,
  shownFields: ReadonlySet<string>,
): string | undefined =>
  fields.flatMap((field) => [field, field.replace(/^limits\./, 'cap.')]).find((field) => shownFields.has(field))

type Caps = ReadonlyMap<string, { level: string; cents: number }>
type Own = Pick<PolicyCascadeRow, 'value' | 'source' | 'cells' | 'isCap' | 'cappedBy'>

function smallestCaps(levels: readonly PolicyCascadeLevel[]): Caps {
  const caps = new Map<string, { level: string; cents: number }>()
  for (const { level, fields } of levels)
    for (const [name, cents] of Object.entries(fields))
      if (name.startsWith('cap.') && typeof cents === 'number' && cents < (caps.get(name)?.cents ?? Infinity))
        caps.set(name, { level, cents })
  return caps
}

/** The row of a hard cap. Caps replace nothing: those of all levels apply, and the smallest is reached first. */
function capRow(name: string, { levels }: Cascaded, caps: Caps): Own {
  const cells = levels
    .filter(({ fields }) => name in fields)
    .map((one) => [one.level, { value: one.fields[name], holds: true }])
  const { level, cents } = caps.get(name) ?? { level: 'default', cents: undefined }
  return { value: cents, source: level, cells: Object.fromEntries(cells) as PolicyCascadeRow['cells'], isCap: true }
}

function policyRow(name: string, { levels, effective, sources }: Cascaded, caps: Caps): Own {
  const source = sources[name] ?? 'default'
  const cells = levels
    .filter(({ fields }) => name in fields)
    .map(({ level, fields }): [string, PolicyCascadeCell] => {
      const holds = level === source
      return [level, { value: fields[name], holds, ...(!holds && source !== 'default' && { replacedBy: source }) }]
    })
  const value = effective[name]
  const cap = caps.get(name === 'maxAmount' ? 'cap.perAuth' : name.replace(/^limits\./, 'cap.'))
  const isCapped = cap !== undefined && typeof value === 'number' && cap.cents < value
  return {
    value,
    source,
    cells: Object.fromEntries(cells),
    isCap: false,
    ...(isCapped && { cappedBy: cap }),
  }
}
