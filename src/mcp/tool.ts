import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Role } from '../contract/resources/api-keys.ts'
import type { Intent } from '../contract/resources/intents.ts'
import type { OperationName } from '../contract/operations.ts'
import type { Api } from './client.ts'

/** Whose key it is. */
export interface Asker {
  readonly role: Role
  readonly agentId: string | null
}

/** What a server is made for: one request over HTTP, one session over stdio. */
export interface Asking {
  readonly purser: Api
  readonly asker: Asker
  readonly version: string
  /** Fills the checkout of an intent in and submits it, where this machine can. Throws a `Refusal`. */
  readonly fill?: ((intent: Intent) => Promise<void>) | undefined
  /** Whether card numbers may be shown here, to keys that may see them: both have to be switched on. */
  readonly showsNumbers: boolean
  /** Unix milliseconds, by the clock of the service where it is known. */
  readonly now: () => number
  /** Tells the operator of what nobody foresaw. A model is told nothing of it. */
  readonly report: (error: Error) => void
  /** Aborts when nobody waits for an answer any more. */
  readonly signal: AbortSignal
}

/** What a call of a tool knows beside its input. */
export interface ToolCall extends Asking {
  /** Tells a client that asked for it that the call is still at work. */
  readonly tellProgress: (message: string) => Promise<void>
}

/** Hints of the protocol. A client may skip a question to its user because of them: they are honest. */
export interface Hints {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
}

/** A page of Purser on which a person has to go on. */
export interface PageOfPerson {
  readonly url: string
  /** What for, in words without anything that others wrote. */
  readonly message: string
}

/** One tool, declared once: what clients list, how inputs are checked and what it does. */
export interface Tool<
  I extends TObject = TObject,
  O extends TObject = TObject,
  U extends OperationName = OperationName,
> {
  readonly name: string
  readonly title: string
  /** Its first sentence stands alone: some clients show no more. */
  readonly description: string
  readonly input: I
  readonly output: O
  readonly hints: Hints
  /** What it calls: keys of the roles that all of these have see it. */
  readonly uses: readonly U[]
  run(call: ToolCall, input: Static<I>): Promise<Static<O> & Answer>
  /** Whether the answer needs a person, and where. */
  page?(output: Static<O>): PageOfPerson | null
}

/** Declares a tool, keeping its types. */
export const tool = <I extends TObject, O extends TObject, const U extends OperationName>(
  declared: Tool<I, O, U>,
): Tool<I, O, U> => declared

export const inputs = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })

const Next = Type.Object({
  tool: Type.Optional(Type.String()),
  args: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
  at: Type.Optional(Type.String()),
  say: Type.String(),
})
/** What to do next: for a model in `say`, for a program in the rest. `at`: not before. */
export type Next = Static<typeof Next> & { args?: Readonly<Record<string, unknown>> }

/** Every answer ends with what to do next. */
interface Answer {
  readonly next: Next
}
export const outputs = <P extends TProperties>(properties: P) => Type.Object({ ...properties, next: Next })

export const reading: Hints = { readOnly: true, destructive: false, idempotent: true }
export const writing: Hints = { readOnly: false, destructive: false, idempotent: true }
export const ending: Hints = { readOnly: false, destructive: true, idempotent: true }
