import type { NodeRow } from '../../../store/rows/operation-tables.ts'
import type { Settings } from '../../settings/options.ts'
import { assertServableSettings } from '../../settings/servable.ts'
import { unsafeSettings } from '../../settings/start-warnings.ts'
import type { DoctorFinding } from '../finding.ts'

/** Findings about settings: those of this command, and those that the nodes have reported. */
export function settingsFindings(settings: Settings, nodes: readonly NodeRow[]): DoctorFinding[] {
  const own = unsafeSettings(settings)
  const todoOf = new Map(own.map(({ says, todo }) => [says, todo]))
  const texts = new Set([...own.map(({ says }) => says), ...nodes.flatMap((node) => node.unsafe_settings)])
  return [
    ...refused(settings),
    ...[...texts].map((says): DoctorFinding => {
      const users = nodes.filter((node) => node.unsafe_settings.includes(says))
      const where = users.length === 0 ? '' : ` (${users.map(({ node }) => node).join(', ')})`
      return {
        severity: 'warning',
        code: 'setting_unsafe',
        says: `${says}${where}.`,
        todo: todoOf.get(says) ?? 'Change the setting (docs/reference/configuration.md), and start the node again.',
      }
    }),
  ]
}

/** A finding if a node would not start with the settings of this command. */
function refused(settings: Settings): DoctorFinding[] {
  try {
    assertServableSettings(settings)
    return []
  } catch (error) {
    const says = `A node does not start with these settings: ${(error as Error).message}`
    return [{ severity: 'error', code: 'settings_refused', says, todo: 'Correct the setting that the message names.' }]
  }
}
