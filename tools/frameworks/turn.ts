/** A turn of a model: it calls a tool, or ends with a text. */
export type ModelTurn = { readonly tool: string; readonly args: Record<string, unknown> } | { readonly text: string }

/** A request to a model, whatever its protocol. */
export interface ModelRequest {
  readonly model: string
  readonly isStreamed: boolean
  /** The tools that the framework offers, by the names that it gives them, each with the fields that it may be called with. */
  readonly tools: ReadonlyMap<string, readonly string[]>
  /** The answers of the tools so far, as the framework passes them on. */
  readonly answers: readonly unknown[]
}

/** A protocol between frameworks and models. */
export interface ModelProtocol {
  /** The end of the path of requests in this protocol, by which the model server recognizes it. */
  readonly path: string
  read(body: Record<string, unknown>): ModelRequest
  /** The model's answer as one JSON object. */
  whole(model: string, turn: ModelTurn): object
  /** The model's answer as a stream of events: each has data, and may have a name. */
  events(model: string, turn: ModelTurn): readonly ModelStreamEvent[]
}

export interface ModelStreamEvent {
  readonly event?: string
  readonly data: object | string
}

/** The names of the fields in the schema of a tool's arguments. */
export const toolArgumentNames = (schema: unknown): readonly string[] =>
  Object.keys((schema as { readonly properties?: object } | undefined)?.properties ?? {})
