import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '../../app/settings/read-settings.ts'
import type { ShellCommand } from '../command.ts'
import { createStoryNarrator, type StoryNarrator } from '../../../examples/demo/narrator.ts'
import { tellDemoStory } from '../../../examples/demo/story.ts'
import { openWebhookReceiver } from '../../../examples/demo/webhook-receiver.ts'
import { commandLogger } from '../logger-of.ts'
import { Purser } from '../remote/client.ts'
import { printCommandAnswer } from '../terminal/show.ts'
import { printText } from '../terminal/print.ts'

/** The command `purser demo`. Its exit code is 1 when an answer differs from what the demo story announces. */
export const demoCommand: ShellCommand = {
  usage: 'purser demo',
  details:
    'Needs no database, no key and no setting, and leaves nothing behind. The exit code is 1 if anything differs from what it announces.',
  examples: ['purser demo'],

  async run({ json }) {
    const startedAt = performance.now()
    const narrator = createStoryNarrator(json ? () => undefined : printText)
    await onThrowAwayPurser(narrator)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const outcome = narrator.surprises === 0 ? 'Everything happened as announced' : `${narrator.surprises} surprises`
    printCommandAnswer({ json }, { surprises: narrator.surprises, seconds: Number(seconds) }, () => [
      `\n${outcome}, in ${seconds} s. The temporary Purser was stopped and deleted.`,
    ])
    if (narrator.surprises > 0) process.exitCode = 1
  },
}

/**
 * Plays the demo story on a database of its own in a new folder, whatever the environment says. Database and folder are deleted at the end.
 */
async function onThrowAwayPurser(narrator: StoryNarrator): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-demo-'))
  try {
    await play(narrator, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function play(narrator: StoryNarrator, folder: string): Promise<void> {
  const interrupted = interruption()
  const apiKey = `sk_${randomBytes(20).toString('hex')}`
  const { startService } = await import('../../app/service.ts')
  const service = await startService(demoSettings(folder, apiKey), await commandLogger({ logLevel: 'fatal' }))
  const receiver = await openWebhookReceiver()
  try {
    const { baseUrl } = service
    narrator.open(`A temporary Purser, with a PostgreSQL of its own, listens at ${baseUrl}.`)
    const purser = new Purser({ baseUrl, apiKey })
    await Promise.race([tellDemoStory({ baseUrl, purser, receiver, narrator }), interrupted])
  } finally {
    receiver.close()
    await service.stop()
  }
}

/** A promise that rejects on Ctrl-C, so that the demo's database and folder are deleted in this case, too. */
function interruption(): Promise<never> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    const end = () => reject(new Error('The demo was interrupted.'))
    process.once('SIGINT', end)
    process.once('SIGTERM', end)
  })
  interrupted.catch(() => undefined) // the promise may reject before anything waits for it
  return interrupted
}

const demoSettings = (folder: string, apiKey: string) =>
  readSettings({
    PORT: '0',
    PURSER_DATA_DIR: folder,
    PURSER_ADMIN_API_KEY: apiKey,
    PURSER_ALLOW_PRIVATE_WEBHOOKS: 'true',
  })
