import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { SignInFrame } from '../../app/sign-in-frame.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { SignInError } from '../sign-in/sign-in-error.tsx'

/**
 * The page that requests a link for a new password by mail. Its message is the same for every address, so that it does not reveal who has
 * an account.
 */
export default function ForgotPassword() {
  const [email, setEmail] = useState('')
  const ask = useMutation({ mutationFn: () => purser.passwordResets.request({ email: email.trim() }) })
  if (ask.isSuccess) {
    return (
      <SignInFrame title={ask.data.sendsMail ? 'Check your email' : 'Ask an admin'}>
        <p role="status">
          {ask.data.sendsMail
            ? `If somebody here signs in with ${email.trim()}, a mail with a link is on its way. It works once, for a day.`
            : 'This installation sends no email. An admin of your account can create a password link in Settings, People.'}
        </p>
        <div>
          <ButtonLink to="/sign-in">Go to the sign-in</ButtonLink>
        </div>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="A new password" lead="Enter your email address. You get a link for a new password by email.">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          ask.mutate()
        }}
      >
        <SignInError error={ask.error} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button look="primary" type="submit" busy={ask.isPending}>
          Send me a link
        </Button>
      </form>
      <div>
        <ButtonLink to="/sign-in">Go to the sign-in</ButtonLink>
      </div>
    </SignInFrame>
  )
}
