import type { EvaluateSpendBody } from '@purser/client'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PageSection } from '../../ui/page-layout.tsx'

/** The shell command that asks the API for the evaluation of the form's purchase. */
export function CurlCommand({ purchase }: { purchase: EvaluateSpendBody }) {
  const [isCopied, setCopied] = useState(false)
  const command = curlOf(purchase)
  const copy = async () => {
    await navigator.clipboard.writeText(command)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <PageSection
      title="The same with curl"
      action={
        <Button size="small" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      }
    >
      <pre tabIndex={0} role="region" aria-label="Command" className="overflow-x-auto text-sm">
        {command}
      </pre>
    </PageSection>
  )
}

function curlOf(purchase: EvaluateSpendBody): string {
  const body = JSON.stringify(purchase, null, 2).replaceAll("'", String.raw`'\''`)
  return `curl -X POST '${location.origin}/v1/spend/evaluate?trace=true' \\
  -H "Authorization: Bearer $PURSER_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`
}
