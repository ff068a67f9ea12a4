import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { writeListAsCsv } from './csv-file.ts'

let server: Server
afterEach(() => new Promise((resolve) => server.close(resolve)))

it('joins the files that a node gives one after the other, with one line of names', async () => {
  const asked: (string | undefined)[] = []
  server = createServer(({ url, headers }, reply) => {
    asked.push(`${url} ${headers.accept}`)
    const isFirst = !url?.includes('cursor=')
    if (isFirst) reply.setHeader('link', '</v1/transactions?status=settled&cursor=cur_1>; rel="next"')
    reply.write('id,am')
    setImmediate(() => reply.end(isFirst ? 'ount\r\n3,"ü"\r\n2,20\r\n' : 'ount\r\n1,10\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const settings = { url: `http://127.0.0.1:${port}/v1`, apiKey: `sk_${'test'.repeat(10)}`, profile: null }
  let written = ''
  const list = { path: '/transactions', query: { status: 'settled' }, flagOf: new Map() }
  await writeListAsCsv(settings as never, list, (text) => {
    written += text
    return Promise.resolve()
  })
  expect(written).toBe('id,amount\r\n3,"ü"\r\n2,20\r\n1,10\r\n')
  expect(asked).toEqual([
    '/v1/transactions?status=settled text/csv',
    '/v1/transactions?status=settled&cursor=cur_1 text/csv',
  ])
})
