import type { ShellCommand } from '../../command.ts'
import { withNodeClient } from '../../remote/client.ts'
import { printCommandAnswer } from '../../terminal/show.ts'

export const stopCommand: ShellCommand = {
  usage: 'purser stop [--reason "A leaked key"]',
  details:
    'It takes an API key of the role admin or approver. Until purser resume, every purchase is declined, and no card number can be read.',
  examples: ['purser stop --reason "A leaked key"'],
  flags: {
    reason: {
      type: 'string',
      description: 'The reason, which everybody sees who is notified [Stopped by purser stop].',
    },
  },

  async run({ flags, json, settings }) {
    const reason = typeof flags['reason'] === 'string' ? flags['reason'] : 'Stopped by purser stop'
    const account = await withNodeClient(settings, (purser) => purser.account.stop({ reason }))
    printCommandAnswer({ json }, account, () => [
      `All spending of ${account.name} has been stopped since ${account.stopped?.at}: ${account.stopped?.reason}`,
      'purser resume allows it again.',
    ])
  },
}
