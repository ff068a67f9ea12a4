/** A prepared statement, with the name under which each connection prepares it once. */
export interface PreparedStatement {
  readonly name: string
  readonly text: string
}

/** An SQL statement with its parameters, ready to be sent. */
export interface SqlQuery {
  readonly statement: PreparedStatement
  readonly values: readonly unknown[]
}
