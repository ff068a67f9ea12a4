import type { ShellCommand } from '../../command.ts'
import { loggerOf } from '../../logger-of.ts'
import { statusLines } from '../../status/status-lines.ts'
import { statusView } from '../../status/status-view.ts'
import { screenOfStream } from '../../terminal/screen.ts'
import { showAnswer } from '../../terminal/show.ts'

export const statusCommand: ShellCommand = {
  usage: 'purser status',
  details: `It only reads, and works also beside a running service, in less than half a minute. Run it with the settings of a node. What could not be
read is named. purser doctor says what is wrong, and what to do about it.`,
  examples: ['purser status', 'purser status --json'],

  async run({ json, settings }) {
    const { readPurserState: pictureOf } = await import('../../../app/diagnosis/diagnose.ts')
    const picture = await pictureOf(settings, await loggerOf(settings))
    showAnswer({ json }, statusView(picture), () => statusLines(picture, screenOfStream(process.stdout)))
  },
}
