import { misused } from '../command-error.ts'
import type { Command } from '../command.ts'
import { withNode } from '../remote/client.ts'
import { intentIdOf } from '../remote/intent-id.ts'
import { show } from '../terminal/show.ts'

export const approve: Command = {
  summary: 'Approve an intent, so that its purchase passes.',
  usage: 'purser approve apr_...|int_... [--note text]',
  details: 'With an API key of the role approver or admin. The id is of the approval, or of its intent.',
  examples: ['purser approve apr_01kdvy2n7rj4t8w0q3m5x9zb6c --note "As agreed"'],
  flags: { note: { type: 'string', value: 'text', description: 'Kept with the decision.' } },
  takesWords: true,

  async run({ words: [id, ...more], flags, json, settings }) {
    if (id === undefined || more.length > 0) throw misused(this)
    const note = flags['note'] === undefined ? {} : { note: String(flags['note']) }
    const intent = await withNode(settings, async (purser) =>
      purser.intents.approve(await intentIdOf(purser, id), note),
    )
    show({ json }, intent, () => [
      `Approved ${intent.id}: ${intent.purpose}. It waits for its purchase until ${intent.expiresAt}.`,
    ])
  },
}
