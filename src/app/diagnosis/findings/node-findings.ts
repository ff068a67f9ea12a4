import { NODE_REPORT_EVERY_MS } from '../../telemetry/node-reports.ts'
import { packageVersion } from '../../version.ts'
import type { DoctorExamination } from '../examination.ts'
import type { DoctorFinding } from '../finding.ts'
import { durationInWords } from '../duration-in-words.ts'
import type { NodeRow } from '../../../store/rows/operation-tables.ts'

/** A node that has missed this many of its regular reports counts as silent. */
const MISSED = 3

/** Whether a node has not written reports for longer than it may. `at`: Unix milliseconds. */
export const isNodeSilent = ({ seen_at: seenAt }: Pick<NodeRow, 'seen_at'>, at: number): boolean =>
  at - seenAt > MISSED * NODE_REPORT_EVERY_MS

/** Findings about the nodes that run, and those that ended without saying so. */
export function nodeFindings({ at, nodes }: Pick<DoctorExamination, 'at' | 'nodes'>): DoctorFinding[] {
  if (nodes === null) return []
  const running = nodes.filter((node) => !isNodeSilent(node, at))
  const findings: DoctorFinding[] = nodes
    .filter((node) => isNodeSilent(node, at))
    .map(({ node, host, process_id: processId, seen_at: seenAt }) => ({
      severity: 'warning',
      code: 'node_silent',
      says: `The node ${node} (process ${processId} on ${host}) has written nothing for ${durationInWords(at - seenAt)}, and has not said that it stopped.`,
      todo: 'It was killed, or it cannot reach the database, or its clock is wrong: see its log, and its /readyz. A node that was killed is forgotten after an hour.',
    }))
  if (running.length === 0) {
    findings.push({
      severity: 'warning',
      code: 'no_node',
      says: 'No node serves this database.',
      todo: 'Start one: purser start.',
    })
  }
  const versions = [...new Set(running.map((node) => node.version))].toSorted()
  if (versions.length > 1) {
    findings.push({
      severity: 'warning',
      code: 'versions_differ',
      says: `Nodes of several versions run: ${versions.join(', ')}.`,
      todo: 'Finish the upgrade: replace the nodes of the older version (docs/guides/upgrading.md).',
    })
  } else if (versions[0] !== undefined && versions[0] !== packageVersion) {
    findings.push({
      severity: 'note',
      code: 'other_version',
      says: `The nodes have the version ${versions[0]}, and this command ${packageVersion}.`,
      todo: 'Run the command of the nodes, to see what they see.',
    })
  }
  return findings
}
