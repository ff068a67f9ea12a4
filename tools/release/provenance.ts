import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

export interface ReleaseBuildFacts {
  readonly version: string
  readonly commit: string
  readonly npm: string
  readonly lockFile: string
  /** The checks that were run before the release, or the statement that none were. */
  readonly checks: string
  readonly startedAt: Date
  readonly finishedAt: Date
}

const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

export const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

/**
 * The provenance of a release: the built files, their sources and the tools. It is an in-toto statement with the fields of SLSA provenance,
 * version 1.
 */
export function releaseProvenance(files: readonly string[], build: ReleaseBuildFacts): object {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map((path) => ({ name: basename(path), digest: { sha256: sha256(path) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'tools/release.ts',
        externalParameters: { version: build.version },
        internalParameters: { checks: build.checks, node: process.version, npm: build.npm, platform: process.platform },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: build.commit } },
          { name: 'package-lock.json', digest: { sha256: sha256(build.lockFile) } },
        ],
      },
      runDetails: {
        // The builder named in a release's provenance is the checkout in which somebody ran the script: no machine is vouched for.
        builder: { id: 'a checkout' },
        metadata: { startedOn: build.startedAt.toISOString(), finishedOn: build.finishedAt.toISOString() },
      },
    },
  }
}

/** A DSSE envelope of the provenance statement, signed with a private key in PEM (Ed25519). */
export function signedProvenanceEnvelope(statement: object, key: string): object {
  const privateKey = createPrivateKey(key)
  if (privateKey.asymmetricKeyType !== 'ed25519') {
    throw new Error('the key is not Ed25519: make one with openssl genpkey -algorithm ed25519')
  }
  const payload = Buffer.from(JSON.stringify(statement))
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const sig = sign(null, provenanceEnvelopeBytes(payload), privateKey).toString('base64')
  const keyid = createHash('sha256').update(publicKey).digest('hex')
  return { payloadType: PAYLOAD_TYPE, payload: payload.toString('base64'), signatures: [{ keyid, sig }] }
}

/** The bytes of a DSSE envelope that are signed: type and payload, each with its length. */
export const provenanceEnvelopeBytes = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `), payload])
