import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const folder = join(import.meta.dirname, '..', '..', 'deploy', 'helm', 'purser', 'monitoring')

export const RULES_FILE = join(folder, 'purser.rules.yaml')

export interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Alert[] }[]
}

export const alerts: readonly Alert[] = (parse(readFileSync(RULES_FILE, 'utf8')) as Rules).groups.flatMap(
  ({ rules }) => rules,
)

interface BoardPanel {
  readonly type: string
  readonly title: string
  readonly description?: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}
interface Board {
  readonly panels: readonly BoardPanel[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: unknown }[] }
}

export const board = JSON.parse(readFileSync(join(folder, 'board.json'), 'utf8')) as Board

/** What the board's variables stand for in a test: every node, and a time over which a node that was just started has a rate. */
const VARIABLES: Readonly<Record<string, string>> = { job: '.*', instance: '.*', __rate_interval: '10s' }

/** The queries of the board, with values for its variables. */
export const boardQueries = board.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({
    title,
    expr: expr.replaceAll(/\$(\w+)/g, (_whole, name: string) => {
      const value = VARIABLES[name]
      if (value === undefined) throw new Error(`${title}: the variable ${name} has no value`)
      return value
    }),
  })),
)
