import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface SecretOnceProps {
  title: string
  secret: string
  /** What to do with it. */
  hint: string
  command?: string
  onClose: () => void
}

/** A secret in the one moment in which it can be seen. */
export const SecretOnce = ({ title, secret, hint, command, onClose }: SecretOnceProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    actions={
      <Button look="primary" onClick={onClose}>
        I have kept it
      </Button>
    }
  >
    <p>
      This is the only time that it is shown. <span className="text-quiet">{hint}</span>
    </p>
    <CodeBlock label="the secret" text={secret} wrap />
    {command !== undefined && <CodeBlock label="the command" text={command} />}
  </Dialog>
)
