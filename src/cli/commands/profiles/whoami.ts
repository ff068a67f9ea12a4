import type { ShellCommand } from '../../command.ts'
import { withNode } from '../../remote/client.ts'
import { fieldLines } from '../../terminal/fields.ts'
import { screenOfStream } from '../../terminal/screen.ts'
import { showAnswer } from '../../terminal/show.ts'

export const whoamiCommand: ShellCommand = {
  usage: 'purser whoami [--profile name]',
  examples: ['purser whoami', 'purser whoami --json'],

  async run({ json, settings }) {
    const { id, name, role, accountId, agentId } = await withNode(settings, (purser) => purser.self.get())
    const { url, profile } = settings
    const key = { id, name, role, ...(agentId === undefined ? {} : { agentId }) }
    showAnswer({ json }, { url, profile, key, accountId }, () =>
      fieldLines(
        { url, profile: profile ?? 'none: flags or the environment', ...key, accountId },
        screenOfStream(process.stdout),
      ),
    )
  },
}
