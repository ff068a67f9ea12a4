import type { ReactNode } from 'react'
import { PurserError } from '@purser/client'
import { passkeyErrorMessage } from '../api/sign-in/passkeys.ts'
import { joinClassNames } from '../lib/classes.ts'
import { Button } from './button.tsx'

/** A grey block in place of content that is loading. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={joinClassNames('animate-pulse rounded-md bg-raised', className)} />
)

/** Grey lines in place of content that is loading. Screen readers hear `Loading` once. */
export const LoadingLines = ({ lines = 4 }: { lines?: number }) => (
  <div role="status" className="grid gap-3 py-2">
    <span className="sr-only">Loading</span>
    {Array.from({ length: lines }, (_, index) => (
      <Skeleton key={index} className="h-9" />
    ))}
  </div>
)

/** The text in place of an empty list: the next step, and the command for it. */
export const EmptyState = ({ title, children, command }: { title: string; children?: ReactNode; command?: string }) => (
  <div className="grid justify-items-center gap-2 px-6 py-12 text-center">
    <p className="font-medium">{title}</p>
    {children && <div className="max-w-prose text-quiet">{children}</div>}
    {command && (
      <pre className="mt-2 max-w-full overflow-x-auto rounded-lg bg-raised px-4 py-3 text-left">{command}</pre>
    )}
  </div>
)

/** A failure with its reason, and a button to try again. */
export function FailureNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div role="alert" className="grid gap-2 rounded-xl border border-bad bg-bad-wash px-5 py-4">
      <p className="font-medium text-bad">{errorMessage(error)}</p>
      {error instanceof PurserError && error.hint && <p>{error.hint}</p>}
      {error instanceof PurserError && error.requestId && (
        <p className="text-sm text-quiet">
          Request <code>{error.requestId}</code>
        </p>
      )}
      {onRetry && (
        <div>
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}

export const errorMessage = (error: unknown): string =>
  error instanceof PurserError ? error.message : (passkeyErrorMessage(error) ?? 'This page has failed. Load it again.')
