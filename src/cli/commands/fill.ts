import { text as textOf } from 'node:stream/consumers'
import { FillError } from '../../fill/fill-error.ts'
import { CommandError, misused } from '../command-error.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { payIntent, sendForIntent } from '../fill-intent.ts'
import { withNode } from '../remote/client.ts'
import { show } from '../terminal/show.ts'

export const fill: Command = {
  summary: 'Fill the card of a declared purchase into its checkout and submit it.',
  usage:
    'purser fill int_... [--browser http://127.0.0.1:9222] [--submit "#pay"] [--into-page]\n' +
    'purser fill int_... --to https://shop.example/pay [--content-type application/json] < body',
  details:
    'Only at the origin that the intent names, and without showing the number to anybody. In a browser (Chrome with --remote-debugging-port, on\n' +
    'this machine) the page gets a placeholder, which is exchanged in the request that it sends; --into-page types the number itself, for\n' +
    'pages that encrypt it, and empties the fields at once. With --to no browser is needed: the body on standard input has {{pan}}, {{exp}}\n' +
    'and {{cvv}} where the card belongs, and the answer of the shop is printed without the number.',
  examples: ['purser fill int_01j8z6xgc5vv8e8q6n5v3v3v3v --browser http://127.0.0.1:9222'],
  takesWords: true,
  flags: {
    browser: { type: 'string', value: 'http://127.0.0.1:9222', description: 'Where Chrome listens.' },
    submit: { type: 'string', value: 'SELECTOR', description: 'The button to press, where the form is not enough.' },
    'into-page': { type: 'boolean', description: 'Type the number into the page.' },
    to: { type: 'string', value: 'URL', description: 'Send standard input there, with the card in it.' },
    'content-type': {
      type: 'string',
      value: 'application/json',
      description: 'Of that body. Default: that of a form.',
    },
  },

  async run({ words: [intentId, ...others], flags, json, settings }) {
    if (intentId === undefined || others.length > 0) throw misused(this)
    const text = (name: string) => {
      const value = flags[name]
      return typeof value === 'string' ? value : undefined
    }
    const to = text('to')
    const paid = await withNode(settings, async (purser) => {
      const intent = await purser.intents.get(intentId)
      if (to !== undefined) {
        const body = await textOf(process.stdin)
        return sendForIntent(purser, intent, { url: to, contentType: text('content-type') ?? FORM, body })
      }
      await payIntent(purser, intent, {
        browser: text('browser') ?? BROWSER,
        submit: text('submit'),
        intoPage: flags['into-page'] === true,
      })
      return { submitted: true }
    }).catch((error: unknown) => {
      if (error instanceof FillError) throw new CommandError(error.message, exitCodes.refused, { code: 'not_filled' })
      throw error
    })
    show({ json }, paid, () => [
      'body' in paid ? `${paid.status}\n${paid.body}` : 'The checkout was filled in and submitted.',
    ])
  },
}

const BROWSER = 'http://127.0.0.1:9222'
const FORM = 'application/x-www-form-urlencoded'
