import { useState } from 'react'
import { joinClassNames } from '../lib/classes.ts'
import { Button } from './button.tsx'

const COPIED_SHOWN_MS = 2_000

interface CodeBlockProps {
  text: string
  label: string
  wrap?: boolean
  /** Called when somebody has copied the text, by the button or by hand. */
  onCopied?: () => void
}

/**
 * A text to be copied, such as a command or a secret. Without the clipboard API, which plain HTTP lacks, a click selects the whole text.
 */
export function CodeBlock({ text, label, wrap = false, onCopied }: CodeBlockProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    onCopied?.()
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
  }
  return (
    <div className="flex min-w-0 items-start gap-2 rounded-lg bg-raised py-2 pr-2 pl-4">
      <pre
        tabIndex={0}
        aria-label={label}
        role="group"
        onCopy={onCopied}
        className={joinClassNames(
          'min-w-0 flex-1 py-1 leading-relaxed select-all',
          wrap ? 'break-all whitespace-pre-wrap' : 'overflow-x-auto',
        )}
      >
        {text}
      </pre>
      {'clipboard' in navigator && (
        <Button look="secondary" size="small" onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy'}
          <span className="sr-only"> {label}</span>
        </Button>
      )}
    </div>
  )
}

/** A value of the API as formatted JSON. */
export const JsonBlock = ({ of, label }: { of: unknown; label: string }) => (
  <pre
    tabIndex={0}
    role="group"
    aria-label={label}
    className="max-h-96 overflow-auto rounded-lg bg-raised px-4 py-3 leading-relaxed"
  >
    {JSON.stringify(of, null, 2)}
  </pre>
)
