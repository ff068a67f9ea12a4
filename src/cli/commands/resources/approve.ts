import type { Command } from '../../command.ts'
import { changesOf, isChangeRequest } from '../../remote/change-request.ts'
import { withNode } from '../../remote/client.ts'
import { intentIdOf } from '../../remote/intent-id.ts'
import { show } from '../../terminal/show.ts'

export const approve: Command = {
  usage: 'purser approve apr_...|int_...|chg_... [--note text]',
  details:
    'It takes an API key of the role approver or admin. The id is that of an approval, its intent, or a change request. Approving a change request makes the change.',
  examples: ['purser approve apr_01kdvy2n7rj4t8w0q3m5x9zb6c --note "As agreed"'],
  flags: { note: { type: 'string', value: 'text', description: 'A note that is kept with the decision.' } },
  words: ['apr_...|int_...|chg_...'],

  async run({ words: [id = ''], flags, json, settings }) {
    const note = flags['note'] === undefined ? {} : { note: String(flags['note']) }
    if (isChangeRequest(id)) {
      const request = await withNode(settings, (purser) => purser.changeRequests.approve(id, note))
      return show({ json }, request, () => [`Approved ${request.id}: ${request.why}.`, ...changesOf(request)])
    }
    const intent = await withNode(settings, async (purser) =>
      purser.intents.approve(await intentIdOf(purser, id), note),
    )
    show({ json }, intent, () => [
      `Approved ${intent.id}: ${intent.purpose}. The purchase can be made until ${intent.expiresAt}.`,
    ])
  },
}
