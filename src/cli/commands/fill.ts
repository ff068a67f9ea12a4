import { text } from 'node:stream/consumers'
import { FillError } from '../../fill/fill-error.ts'
import { CommandError, misused } from '../command-error.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { sendForIntent } from '../fill-intent.ts'
import { withNode } from '../remote/client.ts'
import { show } from '../terminal/show.ts'

export const fill: Command = {
  summary: 'Pay a declared purchase at its shop, without showing the card number to anybody.',
  usage: 'purser fill int_... --to https://shop.example/pay [--content-type application/json] < body',
  details:
    'Only at the origin that the intent names. The body on standard input has {{pan}}, {{exp}} and {{cvv}} where the card belongs, and the\n' +
    'answer of the shop is printed without the number.',
  examples: ['purser fill int_01j8z6xgc5vv8e8q6n5v3v3v3v --to https://shop.example/pay'],
  takesWords: true,
  flags: {
    to: { type: 'string', value: 'URL', description: 'Send standard input there, with the card in it.' },
    'content-type': {
      type: 'string',
      value: 'application/json',
      description: 'Of that body. Default: that of a form.',
    },
  },

  async run({ words: [intentId, ...others], flags, json, settings }) {
    const { to, 'content-type': contentType = FORM } = flags
    if (intentId === undefined || others.length > 0 || typeof to !== 'string') throw misused(this)
    const body = await text(process.stdin)
    const paid = await withNode(settings, async (purser) =>
      sendForIntent(purser, await purser.intents.get(intentId), { url: to, contentType: String(contentType), body }),
    ).catch((error: unknown) => {
      if (error instanceof FillError) throw new CommandError(error.message, exitCodes.refused, { code: 'not_filled' })
      throw error
    })
    show({ json }, paid, () => [String(paid.status), paid.body])
  },
}

const FORM = 'application/x-www-form-urlencoded'
