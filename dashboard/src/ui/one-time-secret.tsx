import { type ReactNode, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { Button } from './button.tsx'
import { CodeBlock } from './code.tsx'
import { Dialog } from './dialog.tsx'

interface SecretOnceProps {
  title: string
  secret: string
  /** The name of the secret in sentences: `the secret`, `the link`. */
  label?: string
  /** Instructions for the use of the secret. */
  hint: ReactNode
  command?: string
  onClose: () => void
}

/** A secret that is shown once. It stays on the page until it is copied and the person confirms that they have kept it. */
export function OneTimeSecret({ title, secret, label = 'the secret', hint, command, onClose }: SecretOnceProps) {
  const [isCopied, setCopied] = useState(false)
  useStay()
  return (
    <Dialog
      title={title}
      onClose={null}
      actions={
        <>
          {!isCopied && <p className="mr-auto self-center text-sm text-quiet">Copy {label} first.</p>}
          <Button look="primary" disabled={!isCopied} onClick={onClose}>
            I have kept it
          </Button>
        </>
      }
    >
      <p>
        This is the only time that it is shown. <span className="text-quiet">{hint}</span>
      </p>
      <CodeBlock label={label} text={secret} wrap onCopied={() => setCopied(true)} />
      {command !== undefined && <CodeBlock label="the command" text={command} />}
    </Dialog>
  )
}

/** Keeps the page open while a secret is shown: the browser's Back does nothing, and closing the tab asks first. */
function useStay(): void {
  const blocker = useBlocker(true)
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset()
  }, [blocker])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
}
