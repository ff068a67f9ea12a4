import { pictureOf } from '../../../app/diagnosis/diagnose.ts'
import { createLogger } from '../../../app/telemetry/logger.ts'
import type { Command } from '../../command.ts'
import { statusLines } from '../../status/status-lines.ts'
import { statusView } from '../../status/status-view.ts'
import { screenOf } from '../../terminal/screen.ts'
import { show } from '../../terminal/show.ts'

export const status: Command = {
  summary: 'Show what runs: nodes, versions, migrations, clocks, connections, and what waits.',
  usage: 'purser status',
  details: `It only reads, and works also beside a running service, in less than half a minute. Run it with the settings of a node. What could not be
read is named. purser doctor says what is wrong, and what to do about it.`,
  examples: ['purser status', 'purser status --json'],

  async run({ json, settings }) {
    const picture = await pictureOf(settings, createLogger(settings.logLevel))
    show({ json }, statusView(picture), () => statusLines(picture, screenOf(process.stdout)))
  },
}
