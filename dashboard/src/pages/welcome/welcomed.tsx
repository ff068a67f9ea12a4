import { useState } from 'react'
import { canUsePasskeys } from '../../api/passkeys.ts'
import { Doorway } from '../../app/doorway.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { MakePasskey } from '../../ui/make-passkey.tsx'

/** Signed in for the first time, and offered a passkey for the next. */
export function Welcomed({ name }: { name: string }) {
  const [isMade, setMade] = useState(false)
  const offers = canUsePasskeys() && !isMade
  return (
    <Doorway title={`Hello, ${name}`} lead="You are signed in.">
      {offers && (
        <>
          <p>
            With a passkey you sign in next time by a touch or a look, without the password. You can also add one later,
            in the settings.
          </p>
          <MakePasskey look="primary" onMade={() => setMade(true)} />
        </>
      )}
      {isMade && (
        <p role="status" className="rounded-lg bg-good-wash px-4 py-3 text-good">
          The passkey is kept.
        </p>
      )}
      <ButtonLink to="/" look={offers ? 'secondary' : 'primary'}>
        To the overview
      </ButtonLink>
    </Doorway>
  )
}
