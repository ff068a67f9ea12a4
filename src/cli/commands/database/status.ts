import type { ShellCommand } from '../../command.ts'
import { commandLogger } from '../../logger-of.ts'
import { purserStatusLines } from '../../status/status-lines.ts'
import { purserStatusView } from '../../status/status-view.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'

export const statusCommand: ShellCommand = {
  usage: 'purser status',
  details: `It only reads, and works also beside a running service, in less than half a minute. Run it with the settings of a node. What could not be
read is named. purser doctor says what is wrong, and what to do about it.`,
  examples: ['purser status', 'purser status --json'],

  async run({ json, settings }) {
    const { readPurserState: pictureOf } = await import('../../../app/diagnosis/diagnose.ts')
    const picture = await pictureOf(settings, await commandLogger(settings))
    printCommandAnswer({ json }, purserStatusView(picture), () =>
      purserStatusLines(picture, terminalScreenOf(process.stdout)),
    )
  },
}
