/** How a status is reached. One that is reached from nowhere is where things begin. */
export interface Move<Status extends string, Cause extends string, Event> {
  readonly from: readonly Status[]
  readonly by: readonly Cause[]
  /** What webhooks are told of it, if anything. */
  readonly event: Event
}

/** The life of something, by the status that it moves to: which may become which, by what, told as which event. */
export type Lifecycle<Status extends string, Cause extends string, Event> = Readonly<
  Record<Status, Move<Status, Cause, Event>>
>

type Statuses<Status extends string> = Readonly<Record<Status, { readonly from: readonly Status[] }>>

export const canBecome = <Status extends string>(life: Statuses<Status>, from: Status, to: Status): boolean =>
  life[to].from.includes(from)

/** Whether nothing leaves a status. */
export const isFinal = <Status extends string>(life: Statuses<Status>, status: Status): boolean =>
  Object.values<{ readonly from: readonly Status[] }>(life).every(({ from }) => !from.includes(status))
