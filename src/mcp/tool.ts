import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { ApiKeyRole } from '../contract/resources/api-keys.ts'
import type { Intent, checkoutObstacles } from '../contract/resources/intents.ts'
import type { OperationName } from '../contract/operations.ts'
import type { Api } from './client.ts'
import type { ToolApiNames } from './input/api-names.ts'

/** The role and the agent of the API key with which the tool is called. */
export interface ToolKeyRights {
  readonly role: ApiKeyRole
  readonly agentId: string | null
}

/** The caller that an MCP server is made for, with what the tools need: for one request over HTTP, or for one session over stdio. */
export interface ToolCaller {
  readonly purser: Api
  readonly asker: ToolKeyRights
  readonly version: string
  /** Fills in the checkout of an intent and submits it. Absent: this machine cannot do that. Rejects with a `ToolRefusal`. */
  readonly fill?: ((intent: Intent, how: CheckoutPageChoice) => Promise<FilledCheckout>) | undefined
  /** Whether tools may show card numbers to keys that may see them. The setting of the server and the API key must both permit it. */
  readonly showsNumbers: boolean
  /** The time in Unix milliseconds, by the service's clock where it is known. */
  readonly now: () => number
  /** Reports an unforeseen error to the operator. The model is shown nothing of it. */
  readonly report: (error: Error) => void
  /** A signal that aborts when nobody waits for the tool's answer any more. */
  readonly signal: AbortSignal
}

/** The button and the page of a checkout, needed if the browser leaves a choice. */
export interface CheckoutPageChoice {
  readonly submit?: string | undefined
  readonly page?: string | undefined
}

/** The outcome of a checkout. Of the shop's answer it has the status, the address and the title, and nothing else. */
export interface FilledCheckout {
  readonly outcome: 'submitted' | 'unfinished' | 'failed'
  readonly obstacle?: ReportedCheckoutObstacle
  /** The shop's answer. Absent: no card was sent, because the page has a step before that, to which the button of `submit` leads. */
  readonly answer?: { readonly status: number; readonly address: string; readonly title: string }
  readonly submit?: string
  readonly unticked?: number
  /** The outcome of the checkout in a sentence, without any text of the shop. */
  readonly sentence: string
}

export type ReportedCheckoutObstacle = (typeof checkoutObstacles)[number]

/** The dependencies of a tool in one call, beside its input. */
export interface ToolCall extends ToolCaller {
  /** Tells the MCP client that the call still runs, where the client asked for progress. */
  readonly tellProgress: (message: string) => Promise<void>
}

/**
 * Hints of MCP about what a tool does. They must be true, because by these hints a client decides whether it calls a tool without asking
 * its user.
 */
export interface ToolHints {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
}

/**
 * The hints about a tool as clients receive them. A hint that the protocol assumes by default, or that has no meaning for a tool that only
 * reads, is left out.
 */
export const toolAnnotationsOf = ({ readOnly, destructive, idempotent }: ToolHints) =>
  readOnly
    ? { readOnlyHint: true, openWorldHint: false }
    : { destructiveHint: destructive, idempotentHint: idempotent, openWorldHint: false }

/** A page of the dashboard that a person has to open, to decide what the agent may not. */
export interface DashboardPageForPerson {
  readonly url: string
  /** A sentence that tells the person why to open the page. It contains no text of other parties. */
  readonly message: string
}

/** A tool: the texts and hints that clients list, the schemas of its input and output, and the function that runs it. */
export interface AgentTool<
  I extends TObject = TObject,
  O extends TObject = TObject,
  U extends OperationName = OperationName,
> {
  readonly name: string
  readonly title: string
  /** The tool's description. Its first sentence must make sense without the rest, because some clients show no more. */
  readonly description: string
  readonly input: I
  readonly output: O
  readonly hints: ToolHints
  /** True: a call may cost money, so an argument that the tool does not know is refused. */
  readonly declaresMoney?: boolean
  /** The API's names of the tool's inputs that have another name there. Errors of the API are translated by them. */
  readonly apiNames?: ToolApiNames
  /** The operations that the tool calls. A key sees the tool where its role may call all of them. */
  readonly uses: readonly U[]
  run(call: ToolCall, input: Static<I>): Promise<Static<O> & Answer>
  /** The page that a person has to open after this output. Null where no person is needed. */
  page?(output: Static<O>): DashboardPageForPerson | null
}

/** Declares a tool with the types of its input and output. */
export const defineTool = <I extends TObject, O extends TObject, const U extends OperationName>(
  declared: AgentTool<I, O, U>,
): AgentTool<I, O, U> => declared

export const toolInputSchema = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

const Next = Type.Object({
  tool: Type.Optional(Type.String()),
  args: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
  at: Type.Optional(Type.String()),
  say: Type.String(),
})
/**
 * The step that an agent should take next: `say` is for a model, the other fields are for a program. `at` is the earliest time to take it.
 */
export type AgentNextStep = Static<typeof Next> & { args?: Readonly<Record<string, unknown>> }

/** The field `next` of every tool's output: the agent's next step. */
interface Answer {
  readonly next: AgentNextStep
}
export const toolOutputSchema = <P extends TProperties>(properties: P) => Type.Object({ ...properties, next: Next })

export const readingToolHints: ToolHints = { readOnly: true, destructive: false, idempotent: true }
export const writingToolHints: ToolHints = { readOnly: false, destructive: false, idempotent: true }
export const endingToolHints: ToolHints = { readOnly: false, destructive: true, idempotent: true }
