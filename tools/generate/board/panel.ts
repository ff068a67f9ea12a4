/** Grafana's name of the unit in which a panel shows numbers. */
export type PanelUnit = 'short' | 's' | 'reqps' | 'percentunit' | 'bytes'

export interface PanelQuery {
  /** The PromQL expression. `$node` stands for the selection of the board: the job, and the instances. */
  readonly expr: string
  /** How Grafana names each line of the panel: a text with labels in braces, such as `{{reason}}`. */
  readonly legend: string
}

export interface BoardPanel {
  readonly title: string
  /** The tooltip of the title: what the panel means, and when it is bad. */
  readonly description: string
  readonly unit: PanelUnit
  readonly kind: 'stat' | 'timeseries'
  readonly queries: readonly PanelQuery[]
}

export interface BoardRow {
  readonly title: string
  readonly panels: readonly BoardPanel[]
}
