import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook receiver that reads what it gets and answers 200. Tells its parent how many it got, when asked. */
let received = 0
const server = createServer((request, reply) => {
  request.resume().on('end', () => {
    received += 1
    reply.end()
  })
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
})
process.on('message', () => process.send?.({ received }))
process.on('disconnect', () => process.exit(0))
