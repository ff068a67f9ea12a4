import type { ShellCommand } from '../../command.ts'
import { withNodeClient } from '../../remote/client.ts'
import { printCommandAnswer } from '../../terminal/show.ts'

export const resumeCommand: ShellCommand = {
  usage: 'purser resume [--reason "The key is revoked"]',
  details: 'It takes an API key of the role admin.',
  examples: ['purser resume --reason "The key is revoked"'],
  flags: {
    reason: {
      type: 'string',
      description: 'The reason, which everybody sees who is notified [Resumed by purser resume].',
    },
  },

  async run({ flags, json, settings }) {
    const reason = typeof flags['reason'] === 'string' ? flags['reason'] : 'Resumed by purser resume'
    const account = await withNodeClient(settings, (purser) => purser.account.resume({ reason }))
    printCommandAnswer({ json }, account, () => [`${account.name} may spend again.`])
  },
}
