import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface DnsQuestion {
  readonly name: string
  readonly type: 'A' | 'AAAA'
}

export interface DnsServer {
  /** The address of the DNS server, for `publicDnsResolver`. */
  readonly address: string
  readonly questions: DnsQuestion[]
  close(): Promise<void>
}

const TYPES = { A: 1, AAAA: 28 } as const
const HEADER_BYTES = 12

/**
 * Starts a name server on 127.0.0.1 that answers with the addresses that the test returns, with a TTL of 0. Without addresses it answers
 * NXDOMAIN.
 */
export async function startDnsServer(answer: (question: DnsQuestion, index: number) => string[]): Promise<DnsServer> {
  const questions: DnsQuestion[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { question, end } = parseQuestion(query)
    const index = questions.filter(({ type }) => type === question.type).length
    questions.push(question)
    const addresses = answer(question, index).filter((address) => isIPv6(address) === (question.type === 'AAAA'))
    socket.send(reply(query.subarray(0, end), question, addresses), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function parseQuestion(query: Buffer): { question: DnsQuestion; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1) === TYPES.AAAA ? 'AAAA' : 'A'
  return { question: { name: labels.join('.').toLowerCase(), type }, end: at + 5 }
}

function reply(query: Buffer, { type }: DnsQuestion, addresses: readonly string[]): Buffer {
  const head = Buffer.from(query)
  head.writeUInt16BE(addresses.length > 0 ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  const records = addresses.map((address) => {
    const data = Buffer.from(ipaddr.parse(address).toByteArray())
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc00c, 0) // the name in the DNS question
    record.writeUInt16BE(TYPES[type], 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt16BE(data.length, 10)
    return Buffer.concat([record, data])
  })
  return Buffer.concat([head, ...records])
}
