import type { AccessEvent as AccessEventAnswer } from '../../contract/resources/access.ts'
import { accessView } from '../../domain/access.ts'
import type { AccessEvent } from '../../store/numbers/access-events.ts'
import { accessState } from '../../store/rows/states.ts'

export const accessEventView = (event: AccessEvent, now: number): AccessEventAnswer =>
  accessView(accessState(event), now)
