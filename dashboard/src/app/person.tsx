import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { purser } from '../api/client.ts'
import { endDashboardSession } from '../api/reach.ts'
import { useSignedInPerson } from '../api/sign-in/session.ts'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'

/** The name of the signed-in person, and the button to sign out. */
export function SignedInPerson() {
  const self = useSignedInPerson()
  const say = useToast()
  const signOut = useMutation({
    mutationFn: () => endDashboardSession(() => purser.sessions.end('current')),
    onError: say.failed,
  })
  return (
    <div className="grid min-w-0 gap-2 border-t border-line px-3 pt-3">
      <Link to="/settings?tab=you" className="grid min-w-0 hover:underline">
        <span className="truncate font-medium">{self.name}</span>
        <span className="truncate text-sm text-quiet">
          {self.personRole ?? self.role}
          {self.email !== undefined && ` · ${self.email}`}
        </span>
      </Link>
      <Button size="small" busy={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </div>
  )
}
