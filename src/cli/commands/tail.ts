import { OperatorError } from '../../app/operator-error.ts'
import type { ShellCommand } from '../command.ts'
import { terminalLineOfEvent } from '../events/event-line.ts'
import { parseEventType } from '../events/event-type.ts'
import { followEvents } from '../events/follow.ts'
import { watchEvents } from '../events/watch.ts'
import { withNodeClient } from '../remote/client.ts'
import { terminalJson, printLine } from '../terminal/print.ts'
import { terminalScreenOf } from '../terminal/screen.ts'

const MOST_LAST = 100

export const tailCommand: ShellCommand = {
  usage: 'purser tail [--type transaction.declined] [--last 10]',
  details: 'With --json each line is one event, as GET /v1/events returns it.',
  examples: ['purser tail --type transaction.declined', 'purser tail --json --last 0'],
  flags: {
    type: { type: 'string', value: 'transaction.declined', description: 'Only events of this type.' },
    last: {
      type: 'string',
      value: 'n',
      description: `How many earlier events are shown first, at most ${MOST_LAST} [10].`,
    },
  },

  async run({ flags, json, settings }) {
    const last = Number(flags['last'] ?? 10)
    if (!Number.isInteger(last) || last < 0 || last > MOST_LAST) {
      throw new OperatorError(`--last must be a whole number from 0 to ${MOST_LAST}.`)
    }
    const type = flags['type'] === undefined ? undefined : parseEventType(String(flags['type']))
    const screen = terminalScreenOf(process.stdout)
    await withNodeClient(settings, (purser) =>
      watchEvents(followEvents(purser, { type, last }), (event) =>
        printLine(json ? terminalJson(event) : terminalLineOfEvent(event, screen)),
      ),
    )
  },
}
