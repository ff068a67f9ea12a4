import type { SandboxCheckPurser, PausablePurser } from './checked-purser.ts'
import { assertSame, SkippedSandboxStep, type IssuerSandboxStep } from './steps.ts'

/** The Purser that the check has started. Throws `SkippedSandboxStep` if it has started none. */
function owned({ own }: SandboxCheckPurser): PausablePurser {
  if (own === null) throw new SkippedSandboxStep('it needs a Purser of its own: leave out PURSER_URL')
  return own
}

/** Runs `work` while Purser answers nothing, for at most `mostMs`. */
export async function whilePurserPaused<T>(
  purser: SandboxCheckPurser,
  mostMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const own = owned(purser)
  own.pause()
  const timer = setTimeout(() => own.goOn(), mostMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    own.goOn()
  }
}

export const verifyFindsNothingStep = (
  purser: SandboxCheckPurser,
  card: { readonly id: string },
): IssuerSandboxStep => ({
  name: 'purser reconcile finds nothing',
  run: async () => {
    const { differences } = await owned(purser).reconcile()
    const ours = differences.filter(({ cardId }) => cardId === card.id)
    assertSame('what differs', ours, [])
    return ''
  },
})
