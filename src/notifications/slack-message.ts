import type { OutgoingWebhookRequest } from '../webhooks/send.ts'
import type { NotificationText } from './notification-text.ts'

/** Escapes the three characters that Slack interprets, so that a name can neither link nor notify a whole channel. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The HTTP request that posts a notification to an incoming webhook of Slack. */
export const slackRequest = (
  url: string,
  message: NotificationText,
  { publicUrl, version }: { readonly publicUrl: string; readonly version: string },
): OutgoingWebhookRequest => ({
  url,
  headers: { 'content-type': 'application/json', 'user-agent': `Purser/${version}` },
  body: slackMessage(message, publicUrl),
})

/** A notification as the JSON of a Slack message. It has no details: its link leads to them in the dashboard. */
export function slackMessage({ title, lines, path }: NotificationText, publicUrl: string): string {
  const text = [`*${escaped(title)}*`, ...lines.map(escaped), `<${publicUrl}${path}|Open it in Purser>`].join('\n')
  return JSON.stringify({ text, unfurl_links: false, unfurl_media: false })
}
