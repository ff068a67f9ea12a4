import { OperatorError } from '../../app/operator-error.ts'
import { packageVersion } from '../../app/version.ts'
import type { Event } from '../../contract/events.ts'
import { misusedCommandError } from '../command-error.ts'
import type { ShellCommand } from '../command.ts'
import { parseEventType } from '../events/event-type.ts'
import { followEvents } from '../events/follow.ts'
import { type ForwardedEventAnswer, forwardEvent, newWebhookSecret } from '../events/forward.ts'
import { watchEvents } from '../events/watch.ts'
import { withNodeClient } from '../remote/client.ts'
import { terminalJson, printLine } from '../terminal/print.ts'
import { type TerminalScreen, terminalScreenOf } from '../terminal/screen.ts'

export const listenCommand: ShellCommand = {
  usage: 'purser listen --forward-to http://127.0.0.1:3000/webhooks [--type transaction.created]',
  details:
    'Prints the secret, whsec_..., with which the receiver verifies. Each event is sent once: if the receiver refuses it, that is\n' +
    'shown, and the event is not sent again. The command makes no webhook, and the node need not reach the URL.',
  examples: ['purser listen --forward-to http://127.0.0.1:3000/webhooks'],
  flags: {
    'forward-to': { type: 'string', value: 'URL', description: 'The URL to which each event is posted.' },
    type: { type: 'string', value: 'transaction.created', description: 'Only events of this type.' },
  },

  async run({ flags, json, settings }) {
    const url = flags['forward-to']
    if (typeof url !== 'string') throw misusedCommandError(this)
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      throw new OperatorError(`--forward-to must be an http or https URL; ${terminalJson(url)} is not.`)
    }
    const type = flags['type'] === undefined ? undefined : parseEventType(String(flags['type']))
    const receiver = { url, secret: newWebhookSecret(), version: packageVersion }
    const screen = terminalScreenOf(process.stdout)
    await withNodeClient(settings, async (purser) => {
      const follower = followEvents(purser, { type, last: 0 })
      // The first call of `next` decides from which event on `purser listen` forwards. Where the API key does not work, this call fails
      // before anything is printed.
      await follower.next()
      await printLine(json ? terminalJson({ forwardTo: url, secret: receiver.secret }) : greeting(receiver))
      await watchEvents(follower, async (event) => {
        const forwarded = await forwardEvent(event, receiver)
        await printLine(json ? terminalJson({ event, ...forwarded }) : line(event, forwarded, screen))
      })
    })
  },
}

const greeting = ({ url, secret }: { url: string; secret: string }): string =>
  `Forwarding events to ${url}. Press Ctrl-C to end. The receiver verifies with this secret:\n\n  ${secret}\n`

function line(
  { id, type, createdAt }: Event,
  { statusCode, error, durationMs }: ForwardedEventAnswer,
  screen: TerminalScreen,
): string {
  const isTaken = statusCode !== null && statusCode >= 200 && statusCode < 300
  const outcome = statusCode === null ? `✗ ${error}` : `${isTaken ? '✓' : '✗'} ${statusCode}`
  return `${createdAt}  ${type}  ${id}  ${screen.paint(isTaken ? 'green' : 'red', outcome)}  ${durationMs} ms`
}
