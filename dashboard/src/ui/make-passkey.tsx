import { useMutation } from '@tanstack/react-query'
import { createPasskey, isDismissed } from '../api/passkeys.ts'
import { browserName } from '../lib/browser-name.ts'
import { Button } from './button.tsx'
import { FormError } from './form-error.tsx'

/** Makes a passkey, named after the browser that it is made in. */
export function MakePasskey({ look, onMade }: { look?: 'primary'; onMade: () => void }) {
  const make = useMutation({
    mutationFn: () => createPasskey(browserName(navigator.userAgent)),
    onSuccess: onMade,
  })
  return (
    <>
      <Button {...(look && { look })} busy={make.isPending} onClick={() => make.mutate()}>
        Add a passkey
      </Button>
      {!isDismissed(make.error) && <FormError error={make.error} />}
    </>
  )
}
