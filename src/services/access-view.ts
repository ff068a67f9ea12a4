import type { AccessEvent as AccessEventAnswer } from '../contract/access.ts'
import { accessTold } from '../domain/access.ts'
import type { AccessEvent } from '../store/access-events.ts'
import { accessState } from '../store/states.ts'

export const accessEventView = (event: AccessEvent, now: number): AccessEventAnswer =>
  accessTold(accessState(event), now)
