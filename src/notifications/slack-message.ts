import type { OutgoingRequest } from '../webhooks/send.ts'
import type { Message } from './message.ts'

/** Slack reads these three in any text: a name must neither link nor call a whole channel. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** What an incoming webhook of Slack takes. */
export const slackRequest = (
  url: string,
  message: Message,
  { publicUrl, version }: { readonly publicUrl: string; readonly version: string },
): OutgoingRequest => ({
  url,
  headers: { 'content-type': 'application/json', 'user-agent': `Purser/${version}` },
  body: slackMessage(message, publicUrl),
})

/** What it is about stays in the dashboard, behind the link. */
export function slackMessage({ title, lines, path }: Message, publicUrl: string): string {
  const text = [`*${escaped(title)}*`, ...lines.map(escaped), `<${publicUrl}${path}|Open it in Purser>`].join('\n')
  return JSON.stringify({ text, unfurl_links: false, unfurl_media: false })
}
