import pg from 'pg'

/** The members of a database connection that the driver's types leave out. */
interface Cancelable {
  readonly host: string
  readonly port: number
  readonly processID: number
  readonly secretKey: number
  readonly ssl: pg.ConnectionConfig['ssl']
  readonly sslNegotiation: 'direct' | 'postgres'
}
interface CancelConnection extends pg.Connection {
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}

/** How many milliseconds the database server has to take a request to cancel a statement. */
const CANCEL_MS = 1000

/**
 * Asks the server to cancel the statement that runs on a connection. Resolves when the server has taken the request, or does not answer; never
 * rejects. The request goes over a connection of its own, as the protocol wants it: it needs no place in a pool, which may be full of slow
 * statements, and a pooler passes it on, while it gives its clients other process ids than the server's. It may still meet the next statement
 * of the connection, so the caller closes the connection.
 */
export function cancelRunningSqlStatement(client: pg.ClientBase): Promise<void> {
  const { host, port, processID, secretKey, ssl, sslNegotiation } = client as unknown as Cancelable
  const config = { ssl, sslNegotiation } as pg.ConnectionConfig
  const connection = new pg.Connection(config) as CancelConnection
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      connection.stream.destroy()
      resolve()
    }
    const timer = setTimeout(end, CANCEL_MS).unref()
    const cancel = () => connection.cancel(processID, secretKey)
    connection.once('connect', () => {
      if (!ssl) cancel()
      else if (sslNegotiation !== 'direct') connection.requestSsl()
    })
    connection.once('sslconnect', cancel)
    connection.on('error', end)
    connection.once('end', end)
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
    else connection.connect(port, host)
  })
}
