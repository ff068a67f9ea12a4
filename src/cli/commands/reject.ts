import { misused } from '../command-error.ts'
import type { Command } from '../command.ts'
import { withNode } from '../remote/client.ts'
import { intentIdOf } from '../remote/intent-id.ts'
import { show } from '../terminal/show.ts'

export const reject: Command = {
  summary: 'Reject an intent.',
  usage: 'purser reject apr_...|int_... [--reason text]',
  details: 'With an API key of the role approver or admin. The id is of the approval, or of its intent.',
  examples: ['purser reject apr_01kdvy2n7rj4t8w0q3m5x9zb6c --reason "Too expensive"'],
  flags: { reason: { type: 'string', value: 'text', description: 'Told to the agent.' } },
  takesWords: true,

  async run({ words: [id, ...more], flags, json, settings }) {
    if (id === undefined || more.length > 0) throw misused(this)
    const reason = flags['reason'] === undefined ? {} : { reason: String(flags['reason']) }
    const intent = await withNode(settings, async (purser) =>
      purser.intents.reject(await intentIdOf(purser, id), reason),
    )
    show({ json }, intent, () => [`Rejected ${intent.id}: ${intent.purpose}.`])
  },
}
