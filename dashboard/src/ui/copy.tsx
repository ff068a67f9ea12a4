import { useState } from 'react'
import { Button } from './button.tsx'

/** An id or a secret with a button that copies it. */
export function Copyable({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <code className="min-w-0 truncate">{text}</code>
      <Button look="ghost" size="small" onClick={() => void copy()} aria-label={`${label} ${text}`}>
        {copied ? 'Copied' : label}
      </Button>
    </span>
  )
}

/** An id in a row, of which only the end is shown. The button copies the whole id. */
export function CopyableId({ id, label }: { id: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(id)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <Button size="small" title={id} onClick={() => void copy()}>
      <span className="sr-only">
        {label} {id}
      </span>
      <span aria-hidden>{copied ? 'Copied' : <code>{id.length > SHOWN ? `…${id.slice(-SHOWN)}` : id}</code>}</span>
    </Button>
  )
}

const SHOWN = 8
