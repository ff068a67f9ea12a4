import type { DoctorFinding, DoctorFindingSeverity } from '../../../app/diagnosis/finding.ts'
import type { ShellCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { commandLogger } from '../../logger-of.ts'
import { type TerminalColour, type TerminalScreen, terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { printableText } from '../../terminal/text.ts'

export const doctorCommand: ShellCommand = {
  usage: 'purser doctor [--ignore code,...]',
  details: `It only reads, and works also beside a running service, in less than half a minute. Run it with the settings of a node. It looks at
settings, migrations, the database and the rights of its roles, connections, clocks, nodes, the disk, the master key, webhooks, issuers, work
that is late, audit trails, and the last run of purser verify. The exit code is 4 if there is an error or a warning; a note does not count.`,
  examples: ['purser doctor', 'purser doctor --json --ignore setting_unsafe'],
  flags: {
    ignore: {
      type: 'string',
      value: 'code,...',
      description: 'Leave out findings with these codes.',
    },
  },

  async run({ flags, json, settings }) {
    const ignored = new Set(String(flags['ignore'] ?? '').split(','))
    const { diagnosePurser: diagnose } = await import('../../../app/diagnosis/diagnose.ts')
    const all = await diagnose(settings, await commandLogger(settings))
    const findings = all.filter(({ code }) => !ignored.has(code))
    const count = (severity: DoctorFindingSeverity) =>
      findings.filter((finding) => finding.severity === severity).length
    const counts = { errors: count('error'), warnings: count('warning'), notes: count('note') }
    printCommandAnswer({ json }, { ...counts, findings }, () => [
      ...findings.flatMap((finding) => linesOf(finding, terminalScreenOf(process.stdout))),
      counts.errors + counts.warnings === 0
        ? `Nothing is wrong${counts.notes === 0 ? '' : `, ${counts.notes} notes`}.`
        : `${counts.errors} errors, ${counts.warnings} warnings, ${counts.notes} notes.`,
    ])
    if (counts.errors + counts.warnings > 0) process.exitCode = exitCodes.noticed
  },
}

const PAINTS: Readonly<Record<DoctorFindingSeverity, TerminalColour>> = { error: 'red', warning: 'yellow', note: 'dim' }
const INDENT = ' '.repeat('warning  '.length)

const linesOf = ({ severity, code, says, todo }: DoctorFinding, screen: TerminalScreen): string[] => [
  `${screen.paint(PAINTS[severity], severity.padEnd(INDENT.length))}${screen.paint('bold', code)}`,
  ...says.split('\n').map((line) => `${INDENT}${printableText(line)}`),
  `${INDENT}${screen.paint('dim', 'To do:')} ${printableText(todo)}`,
  '',
]
