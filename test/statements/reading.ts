import type { PlanNode, SeenStatement } from './plans.ts'

/** What a statement read of tables that grow, and what it was for. */
export interface Reading {
  readonly text: string
  /** Tables that it went through from end to end. */
  readonly wholeTables: readonly string[]
  /** Rows and index entries, also those that were looked at in vain. */
  readonly read: number
  readonly returned: number
}

export function readingOf({ text, plan }: SeenStatement, growing: ReadonlySet<string>): Reading {
  const scans = nodesOf(plan).filter((node) => growing.has(node['Relation Name'] ?? '') && isScan(node))
  const sequential = scans.filter((node) => node['Node Type'] === 'Seq Scan')
  return {
    text,
    wholeTables: sequential.map((node) => node['Relation Name'] ?? ''),
    read: scans.reduce((sum, node) => sum + rowsRead(node), 0),
    returned: returnedBy(plan),
  }
}

const isScan = (node: PlanNode) => node['Node Type'].endsWith('Scan')

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const rowsRead = (node: PlanNode) =>
  node['Actual Loops'] *
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0))

/** Of a change, the rows that it changes. */
const returnedBy = (plan: PlanNode): number =>
  plan['Node Type'] === 'ModifyTable'
    ? (plan.Plans ?? []).reduce((sum, node) => sum + returnedBy(node), 0)
    : plan['Actual Rows']
