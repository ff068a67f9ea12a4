import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { OperatorError } from '../../../app/operator-error.ts'

type Secrets = Record<string, string>

/** A file that keeps secrets of webhooks by the names of their entries, as JSON. Nobody but its owner may read it. */
export class WebhookSecretsFile {
  readonly #path: string
  readonly #secrets: Secrets
  #writing: Promise<void> = Promise.resolve()

  private constructor(path: string, secrets: Secrets) {
    this.#path = path
    this.#secrets = secrets
  }

  /** Opens the file of webhook secrets, or makes it, before any request is sent: a secret that cannot be written would be lost. */
  static async open(path: string): Promise<WebhookSecretsFile> {
    try {
      const file = await open(path, 'a', 0o600)
      await file.close()
      const { mode } = await stat(path)
      if ((mode & 0o077) !== 0)
        throw new OperatorError(`${path} can be read by others than its owner. Change that first: chmod 600 ${path}`)
      return new WebhookSecretsFile(path, secretsIn(await readFile(path, 'utf8'), path))
    } catch (error) {
      if (error instanceof OperatorError) throw error
      throw new OperatorError(`${path} cannot be written: ${(error as Error).message}`)
    }
  }

  /** Adds the secret of a webhook, and resolves once it is in the file. */
  add(name: string, secret: string): Promise<void> {
    this.#secrets[name] = secret
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  /** Writes all secrets into another file first, which then replaces the old one, so that there is never half a file. */
  async #write(): Promise<void> {
    const fresh = `${this.#path}.${randomUUID()}.new`
    try {
      await writeFile(fresh, `${JSON.stringify(this.#secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
      await rename(fresh, this.#path)
    } finally {
      await rm(fresh, { force: true })
    }
  }
}

function secretsIn(text: string, path: string): Secrets {
  if (text.trim() === '') return {}
  try {
    const value = JSON.parse(text) as unknown
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Secrets
  } catch {
    // Text that is no JSON gets the same error as JSON of another kind.
  }
  throw new OperatorError(`${path} has something other than the secrets that purser apply writes. Name another file.`)
}
