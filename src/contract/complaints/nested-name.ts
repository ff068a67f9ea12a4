import type { DescribedSchema } from './form-hint.ts'

const MOST_LEVELS = 3
/** Names that other services have for some of Purser's fields, each with Purser's name for it. */
const calledHere: Readonly<Record<string, string>> = {
  expiresAt: 'ttlMinutes',
  expiresIn: 'ttlMinutes',
  ttl: 'ttlMinutes',
  daily: 'perDay',
  dailyLimit: 'perDay',
  weekly: 'perWeek',
  weeklyLimit: 'perWeek',
  monthly: 'perMonth',
  monthlyLimit: 'perMonth',
  perTransaction: 'perAuth',
  spendingLimit: 'perAuth',
}

/**
 * The path of the field that an unknown name means, if the field is further down: `policy.limits.perAuth` for `perAuth` in a card. Of
 * several such fields it is the first one on the highest level. Null: no field below has this name.
 */
export function nestedFieldPath(name: string, schema: DescribedSchema): string | null {
  const meant = Object.hasOwn(calledHere, name) ? calledHere[name] : undefined
  return pathOf(name, schema) ?? (meant === undefined ? null : pathOf(meant, schema))
}

function pathOf(name: string, schema: DescribedSchema): string | null {
  let level: [path: string, schema: DescribedSchema][] = [['', schema]]
  for (let depth = 0; depth < MOST_LEVELS; depth += 1) {
    const below = level.flatMap(([path, each]) =>
      membersOf(each).map(([member, its]): [string, DescribedSchema] => [
        path === '' ? member : `${path}.${member}`,
        its,
      ]),
    )
    const found = below.find(([path]) => path.split('.').at(-1) === name)
    if (found !== undefined) return found[0]
    level = below
  }
  return null
}

/**
 * The members that a schema knows: those of the object or, where the value may have several forms, those of every form that is an object.
 */
const membersOf = ({ properties = {}, anyOf = [] }: DescribedSchema): [string, DescribedSchema][] => [
  ...Object.entries(properties),
  ...anyOf.flatMap(membersOf),
]
