import { useMutation } from '@tanstack/react-query'
import type { TestMessage } from '@purser/client'
import { joinClassNames } from '../../lib/classes.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/states.tsx'

/** The button that sends a test message with the saved settings, and the receiver's answer. */
export function TestMessageButton({ what, send }: { what: 'mail' | 'message'; send: () => Promise<TestMessage> }) {
  const test = useMutation({ mutationFn: send })
  return (
    <>
      <Button busy={test.isPending} onClick={() => test.mutate()}>
        Send a test {what}
      </Button>
      <div role="status" className="order-last basis-full">
        {test.error && <FailureNotice error={test.error} />}
        {test.data && <Answer of={test.data} what={what} />}
      </div>
    </>
  )
}

function Answer({ of: { succeeded, statusCode, failure, responseSnippet }, what }: { of: TestMessage; what: string }) {
  return (
    <div className={joinClassNames('grid gap-1 rounded-lg px-4 py-3', succeeded ? 'bg-good-wash' : 'bg-bad-wash')}>
      <p className={joinClassNames('font-medium', succeeded ? 'text-good' : 'text-bad')}>
        {succeeded
          ? `The ${what} was taken.`
          : failure === null
            ? `The ${what} was refused.`
            : `The ${what} was not sent: ${failure.replaceAll('_', ' ')}.`}
      </p>
      {statusCode !== null && (
        <p className="text-sm wrap-anywhere">
          The answer: <code>{[statusCode, withoutCode(responseSnippet, statusCode)].join(' ').trim()}</code>
        </p>
      )}
    </div>
  )
}

/** A mail server's answer without its code, which the text repeats. */
const withoutCode = (text: string | null, code: number): string => (text ?? '').trim().replace(String(code), '').trim()
