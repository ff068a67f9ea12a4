import { expectTypeOf, it } from 'vitest'
import type { EventData as DeclaredData, EventType as DeclaredType } from '../../../src/contract/events.ts'
import type { OperationInputOf, Operations, OperationOutputOf } from '../../../src/contract/operations.ts'
import type { clientNamesOfOperations } from '../../../tools/generate/sdk.ts'
import type { EventData, EventType, Page, Purser } from './client.ts'

type OperationName = keyof typeof clientNamesOfOperations
type Call<N extends OperationName> = (typeof clientNamesOfOperations)[N] extends `${infer Group}.${infer Method}`
  ? Purser[Group & keyof Purser][Method & keyof Purser[Group & keyof Purser]]
  : never
type Parameter<N extends OperationName, Index extends number> =
  Call<N> extends (...all: infer All) => unknown ? All[Index] : never
type Answer<N extends OperationName> = Call<N> extends (...all: never[]) => Promise<infer Found> ? Found : never

/** The number of ids that a method of the client takes before the body or the query: one for each parameter of the operation's path. */
type IdCount<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? Rest extends `${string}{${string}`
    ? 2
    : 1
  : 0
type Sent<N extends OperationName> = Operations[N] extends { body: unknown }
  ? OperationInputOf<N>['body']
  : Operations[N] extends { query: unknown }
    ? OperationInputOf<N>['query']
    : Parameter<N, IdCount<Operations[N]['path']>>

type Same<A, B> = [A, B] extends [B, A] ? true : false
type OtherAnswers = {
  [N in OperationName]: Same<Answer<N>, OperationOutputOf<N>> extends true ? never : N
}[OperationName]
type OtherInputs = {
  [N in OperationName]: Same<
    NonNullable<Parameter<N, IdCount<Operations[N]['path']>>>,
    NonNullable<Sent<N>>
  > extends true
    ? never
    : N
}[OperationName]
type OtherEvents = {
  [T in EventType | DeclaredType]: Same<EventData<T>, DeclaredData<T>> extends true ? never : T
}[EventType | DeclaredType]

it('every answer has the type of its operation', () => {
  expectTypeOf<OtherAnswers>().toBeNever()
  expectTypeOf<Answer<'listCards'>>().toEqualTypeOf<Page<Answer<'getCard'>>>() // not any, nor unknown
})

it('every body and query has the type of its operation', () => {
  expectTypeOf<OtherInputs>().toBeNever()
})

it('every event has the type of its declaration', () => {
  expectTypeOf<OtherEvents>().toBeNever()
})
