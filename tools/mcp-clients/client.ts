/** What any client of the protocol can do. */
export interface Connected {
  /** The names of the tools, in the order in which they are listed. */
  list(): Promise<readonly string[]>
  /** What the text of the answer says. */
  call(name: string, args: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

export interface At {
  /** Of the API. */
  readonly baseUrl: string
  readonly apiKey: string
}

export interface OtherClient {
  readonly name: string
  /** Rejects where the key is no good, at the latest when the tools are listed. */
  open(at: At): Promise<Connected>
}

export const endpointOf = ({ baseUrl }: At): string => baseUrl.replace(/\/v1$/, '/mcp')
