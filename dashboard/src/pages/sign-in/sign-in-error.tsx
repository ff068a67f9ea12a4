import { PurserError } from '@purser/client'
import { SessionCookieRefused } from '../../api/sign-in/open-after-sign-in.ts'
import { FormError } from '../../ui/form-error.tsx'

/** The reason why a sign-in failed, and what to do about it. */
export function SignInError({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  if (error instanceof SessionCookieRefused) {
    return (
      <div role="alert" className="grid gap-1 rounded-lg bg-bad-wash px-4 py-3">
        <p className="font-medium text-bad">The browser did not keep the session.</p>
        <p className="text-sm">
          Browsers keep it only over HTTPS, or on the machine that Purser runs on. Open this page by its{' '}
          <code>https://</code> address.
        </p>
      </div>
    )
  }
  if (error instanceof PurserError && error.code === 'rate_limited') {
    const seconds = error.retryAfterSeconds ?? 1
    return (
      <p role="alert" className="rounded-lg bg-warn-wash px-4 py-3 text-warn">
        Too many attempts. Try again in {seconds} {seconds === 1 ? 'second' : 'seconds'}.
      </p>
    )
  }
  return <FormError error={error} fields={fields} />
}
