import type { CommandFlag, ShellCommand } from '../../command.ts'
import { withNodeClient } from '../../remote/client.ts'
import { printCommandAnswer } from '../../terminal/show.ts'

/** The flag for the reason of a stop, or of its end. `unsaid`: the reason that is sent without the flag. */
const reasonFlag = (unsaid: string): { reason: CommandFlag } => ({
  reason: { type: 'string', description: `The reason, which everybody sees who is notified [${unsaid}].` },
})

const STOPPED = 'Stopped by purser stop'
const RESUMED = 'Resumed by purser resume'

export const stopCommand: ShellCommand = {
  usage: 'purser stop [--reason "A leaked key"]',
  details:
    'It takes an API key of the role admin or approver. Until purser resume, every purchase is declined, and no card number can be read.',
  examples: ['purser stop --reason "A leaked key"'],
  flags: reasonFlag(STOPPED),

  async run({ flags, json, settings }) {
    const account = await withNodeClient(settings, (purser) =>
      purser.account.stop({ reason: String(flags['reason'] ?? STOPPED) }),
    )
    printCommandAnswer({ json }, account, () => [
      `All spending of ${account.name} has been stopped since ${account.stopped?.at}: ${account.stopped?.reason}`,
      'purser resume allows it again.',
    ])
  },
}

export const resumeCommand: ShellCommand = {
  usage: 'purser resume [--reason "The key is revoked"]',
  details: 'It takes an API key of the role admin.',
  examples: ['purser resume --reason "The key is revoked"'],
  flags: reasonFlag(RESUMED),

  async run({ flags, json, settings }) {
    const account = await withNodeClient(settings, (purser) =>
      purser.account.resume({ reason: String(flags['reason'] ?? RESUMED) }),
    )
    printCommandAnswer({ json }, account, () => [`${account.name} may spend again.`])
  },
}
