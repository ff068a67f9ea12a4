import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** A certificate and its key, as PEM. */
export interface IssuedCertificate {
  readonly cert: string
  readonly key: string
}

export interface CertificateAuthority {
  /** The path of the authority's own certificate, which `sslrootcert` names. */
  readonly path: string
  /** Issues a certificate for a server of this name. */
  issue(name: string): Promise<IssuedCertificate>
}

/** Makes a certificate authority in a folder, with openssl. It protects nothing. */
export async function createCertificateAuthority(folder: string, name: string): Promise<CertificateAuthority> {
  const file = (ending: string) => join(folder, `${name}.${ending}`)
  const openssl = (...args: string[]) => run('openssl', args)
  await openssl(
    'req',
    '-x509',
    ...NEW_KEY,
    '-keyout',
    file('key'),
    '-out',
    file('crt'),
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
  )
  return {
    path: file('crt'),
    issue: async (server) => {
      await openssl('req', ...NEW_KEY, '-keyout', file('server.key'), '-out', file('csr'), '-subj', `/CN=${server}`)
      await writeFile(file('ext'), `subjectAltName=DNS:${server}\n`)
      const authority = ['-CA', file('crt'), '-CAkey', file('key'), '-CAcreateserial']
      await openssl(
        'x509',
        '-req',
        '-in',
        file('csr'),
        ...authority,
        '-days',
        '2',
        '-extfile',
        file('ext'),
        '-out',
        file('server.crt'),
      )
      return { cert: await readFile(file('server.crt'), 'utf8'), key: await readFile(file('server.key'), 'utf8') }
    },
  }
}
