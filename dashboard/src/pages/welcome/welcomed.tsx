import { Doorway } from '../../app/doorway.tsx'
import { ButtonLink } from '../../ui/button.tsx'

/** Signed in for the first time. */
export const Welcomed = ({ name, hasPasskey }: { name: string; hasPasskey: boolean }) => (
  <Doorway title={`Hello, ${name}`} lead="You are signed in.">
    {hasPasskey && (
      <p role="status" className="rounded-lg bg-good-wash px-4 py-3 text-good">
        The passkey is saved.
      </p>
    )}
    <ButtonLink to="/" look="primary">
      Go to the overview
    </ButtonLink>
  </Doorway>
)
