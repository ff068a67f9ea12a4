import type { GrafanaRow, GrafanaPanel } from './board/panel.ts'
import { grafanaRows } from './board/panels.ts'
import type { GeneratedFile } from './generated-file.ts'

const COLUMNS = 24
const SIZES = { stat: { w: 4, h: 4 }, timeseries: { w: 8, h: 8 } } as const
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' }
/** The PromQL selection by the variables of the board. */
const NODE = 'job=~"$job", instance=~"$instance"'

/** Generates the Grafana board. The chart offers it to Grafana as a ConfigMap; elsewhere it is imported by hand. */
export function generateGrafanaBoard(): GeneratedFile {
  const board = {
    title: 'Purser',
    uid: 'purser',
    description: 'Nodes of Purser: purchases, requests, the database, webhooks, approvals and the books.',
    tags: ['purser'],
    editable: true,
    schemaVersion: 39,
    version: 1,
    time: { from: 'now-6h', to: 'now' },
    refresh: '30s',
    timezone: '',
    templating: { list: variables },
    panels: placed(grafanaRows),
  }
  return { path: 'deploy/helm/purser/monitoring/board.json', text: `${JSON.stringify(board, null, 2)}\n` }
}

const selection = (name: string, label: string, query: string) => ({
  name,
  label,
  type: 'query',
  datasource: DATASOURCE,
  query: { query, refId: name },
  refresh: 2,
  multi: true,
  includeAll: true,
  allValue: '.*',
  current: { text: 'All', value: '$__all' },
})

const variables = [
  { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
  selection('job', 'Job', 'label_values(purser_build_info, job)'),
  selection('instance', 'Node', 'label_values(purser_build_info{job=~"$job"}, instance)'),
]

/** Places the panels of each row side by side, and the rows one below the other. */
function placed(all: readonly GrafanaRow[]): object[] {
  const panels: object[] = []
  let y = 0
  for (const { title, panels: own } of all) {
    panels.push({ id: panels.length + 1, type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: COLUMNS, h: 1 } })
    y += 1
    let x = 0
    let height = 0
    for (const panel of own) {
      const { w, h } = SIZES[panel.kind]
      if (x + w > COLUMNS) {
        x = 0
        y += height
        height = 0
      }
      panels.push(panelOf(panel, { id: panels.length + 1, gridPos: { x, y, w, h } }))
      x += w
      height = Math.max(height, h)
    }
    y += height
  }
  return panels
}

const panelOf = ({ title, description, unit, kind, queries }: GrafanaPanel, position: object): object => ({
  ...position,
  type: kind,
  title,
  description,
  datasource: DATASOURCE,
  fieldConfig: { defaults: { unit }, overrides: [] },
  options:
    kind === 'stat'
      ? { reduceOptions: { calcs: ['lastNotNull'] }, textMode: 'value_and_name' }
      : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  targets: queries.map(({ expr, legend }, index) => ({
    refId: String.fromCodePoint(65 + index),
    datasource: DATASOURCE,
    expr: expr.replaceAll('$node', NODE),
    legendFormat: legend,
  })),
})
