import type { ShellCommand } from '../../command.ts'
import { withNodeClient } from '../../remote/client.ts'
import { resourceFieldLines, printCommandAnswer } from '../../terminal/show.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'

export const whoamiCommand: ShellCommand = {
  usage: 'purser whoami [--profile name]',
  examples: ['purser whoami', 'purser whoami --json'],

  async run({ json, settings }) {
    const { id, name, role, accountId, agentId } = await withNodeClient(settings, (purser) => purser.self.get())
    const { url, profile } = settings
    const key = { id, name, role, ...(agentId === undefined ? {} : { agentId }) }
    printCommandAnswer({ json }, { url, profile, key, accountId }, () =>
      resourceFieldLines(
        { url, profile: profile ?? 'none: flags or the environment', ...key, accountId },
        terminalScreenOf(process.stdout),
      ),
    )
  },
}
