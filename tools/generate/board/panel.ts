/** Grafana's name of the unit in which a panel shows numbers. */
export type GrafanaUnit = 'short' | 's' | 'reqps' | 'percentunit' | 'bytes'

export interface GrafanaPanelQuery {
  /** The PromQL expression. `$node` stands for the selection of the board: the job, and the instances. */
  readonly expr: string
  /** How Grafana names each line of the panel: a text with labels in braces, such as `{{reason}}`. */
  readonly legend: string
}

export interface GrafanaPanel {
  readonly title: string
  /** The tooltip of the title: what the panel means, and when it is bad. */
  readonly description: string
  readonly unit: GrafanaUnit
  readonly kind: 'stat' | 'timeseries'
  readonly queries: readonly GrafanaPanelQuery[]
}

export interface GrafanaRow {
  readonly title: string
  readonly panels: readonly GrafanaPanel[]
}
