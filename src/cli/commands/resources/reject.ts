import type { Command } from '../../command.ts'
import { isChangeRequest } from '../../remote/change-request.ts'
import { withNode } from '../../remote/client.ts'
import { intentIdOf } from '../../remote/intent-id.ts'
import { show } from '../../terminal/show.ts'

export const reject: Command = {
  usage: 'purser reject apr_...|int_...|chg_... [--reason text]',
  details:
    'It takes an API key of the role approver or admin. The id is that of an approval, its intent, or a change request.',
  examples: ['purser reject apr_01kdvy2n7rj4t8w0q3m5x9zb6c --reason "Too expensive"'],
  flags: { reason: { type: 'string', value: 'text', description: 'The reason, which the agent sees.' } },
  words: ['apr_...|int_...|chg_...'],

  async run({ words: [id = ''], flags, json, settings }) {
    const reason = flags['reason'] === undefined ? {} : { reason: String(flags['reason']) }
    if (isChangeRequest(id)) {
      const note = flags['reason'] === undefined ? {} : { note: String(flags['reason']) }
      const request = await withNode(settings, (purser) => purser.changeRequests.reject(id, note))
      return show({ json }, request, () => [`Rejected ${request.id}: ${request.why}.`])
    }
    const intent = await withNode(settings, async (purser) =>
      purser.intents.reject(await intentIdOf(purser, id), reason),
    )
    show({ json }, intent, () => [`Rejected ${intent.id}: ${intent.purpose}.`])
  },
}
