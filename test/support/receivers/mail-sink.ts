import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface ReceivedMail {
  readonly from: string
  readonly to: string
  /** The mail's headers by lower-case name, unfolded. */
  readonly headers: Readonly<Record<string, string>>
  /** The mail's decoded text. */
  readonly text: string
}

/** The mail server's reply to the last line of a mail. `hang`: no reply. */
type MailAnswer = `${number} ${string}` | 'hang'

export interface MailSink {
  readonly url: string
  /** The accepted mails, in the order of arrival. */
  readonly mails: readonly ReceivedMail[]
  /** The number of mails that were sent to their last line, whatever the reply was. */
  readonly offered: number
  answerWith(answer: (mail: ReceivedMail, index: number) => MailAnswer): void
  /** Resolves as soon as `count` mails are accepted. Rejects after `timeoutMs`. */
  received(count: number, timeoutMs?: number): Promise<readonly ReceivedMail[]>
  /** Resolves as soon as `count` mails were sent to their last line. Rejects after `timeoutMs`. */
  wasOffered(count: number, timeoutMs?: number): Promise<void>
  /** Cuts all connections to the mail server. */
  drop(): void
  close(): Promise<void>
}

/** Starts a mail server on a free port of 127.0.0.1 that accepts the mails that the test permits (RFC 5321, without TLS and AUTH). */
export async function openMailSink(): Promise<MailSink> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const arrivals = new Set<() => void>()
  let offered = 0
  let answerOf: (mail: ReceivedMail, index: number) => MailAnswer = () => '250 taken'

  const take = (mail: ReceivedMail): MailAnswer => {
    const answer = answerOf(mail, offered)
    offered += 1
    if (answer.startsWith('2')) mails.push(mail)
    for (const arrived of arrivals) arrived()
    return answer
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    converse(socket, take)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  const until = (isThere: () => boolean, timeoutMs = 60_000) =>
    new Promise<void>((resolve, reject) => {
      const arrived = () => {
        if (!isThere()) return
        clearTimeout(timer)
        arrivals.delete(arrived)
        resolve()
      }
      const timer = setTimeout(() => {
        arrivals.delete(arrived)
        reject(new Error(`${mails.length} mails were taken, ${offered} offered, after ${timeoutMs} ms`))
      }, timeoutMs)
      arrivals.add(arrived)
      arrived()
    })

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    get offered() {
      return offered
    },
    answerWith: (answer) => (answerOf = answer),
    received: async (count, timeoutMs) => {
      await until(() => mails.length >= count, timeoutMs)
      return mails.slice(0, count)
    },
    wasOffered: (count, timeoutMs) => until(() => offered >= count, timeoutMs),
    drop,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        drop()
      }),
  }
}

function converse(socket: Socket, take: (mail: ReceivedMail) => MailAnswer): void {
  const envelope = { from: '', to: '' }
  let unread = ''
  let isData = false
  socket.write('220 sink\r\n')
  socket.on('data', (bytes: Buffer) => {
    unread += bytes.toString('latin1')
    for (;;) {
      const end = unread.indexOf(isData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const part = unread.slice(0, end)
      unread = unread.slice(end + (isData ? 5 : 2))
      const answer = isData ? take({ ...envelope, ...parsed(part) }) : command(part, envelope)
      isData = !isData && part.toUpperCase() === 'DATA'
      if (answer !== 'hang') socket.write(`${answer}\r\n`)
      if (answer.startsWith('221')) socket.end()
    }
  })
}

function command(line: string, envelope: { from: string; to: string }): MailAnswer {
  const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
  const verb = line.slice(0, 4).toUpperCase()
  if (verb === 'MAIL') envelope.from = address
  if (verb === 'RCPT') envelope.to = address
  if (verb === 'DATA') return '354 go on'
  if (verb === 'QUIT') return '221 bye'
  return '250 sink'
}

function parsed(raw: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      decodedWords(line.slice(line.indexOf(':') + 2)),
    ]),
  )
  const body = rest.join('\r\n\r\n').replaceAll(/^\.\./gm, '.')
  return { headers, text: decodedBody(body, headers['content-transfer-encoding'] ?? '7bit') }
}

const decodedWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : quotedPrintable(word.replaceAll('_', '=20')),
    )

function decodedBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  const text = encoding === 'quoted-printable' ? quotedPrintable(body) : body
  return text.replaceAll('\r\n', '\n')
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
