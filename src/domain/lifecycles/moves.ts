/** How a resource reaches a status. If `from` is empty, the status is a first one. */
export interface LifecycleStatusTransition<Status extends string, Cause extends string, Event> {
  readonly from: readonly Status[]
  readonly by: readonly Cause[]
  /** The type of the event that reports the status change. Null: no event reports it. */
  readonly event: Event
}

/** The status changes of a resource. For each new status: from which statuses, by what cause, and with which event. */
export type ResourceLifecycle<Status extends string, Cause extends string, Event> = Readonly<
  Record<Status, LifecycleStatusTransition<Status, Cause, Event>>
>

type Statuses<Status extends string> = Readonly<Record<Status, { readonly from: readonly Status[] }>>

export const lifecycleAllowsStatusChange = <Status extends string>(
  life: Statuses<Status>,
  from: Status,
  to: Status,
): boolean => life[to].from.includes(from)

/** Whether a status is final, so that no status change leads away from it. */
export const isFinalLifecycleStatus = <Status extends string>(life: Statuses<Status>, status: Status): boolean =>
  Object.values<{ readonly from: readonly Status[] }>(life).every(({ from }) => !from.includes(status))
