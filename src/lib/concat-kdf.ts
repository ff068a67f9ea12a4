import { createHash } from 'node:crypto'

/** The key that two agree on (RFC 7518, section 4.6.2): one round of SHA-256 is enough for 256 bits. */
export function concatKdf(
  secret: Buffer,
  { algorithm, bits, apu = '', apv = '' }: { algorithm: string; bits: number; apu?: string; apv?: string },
): Buffer {
  const parts = [uint32(1), secret, ...[algorithm, apu, apv].map(withLength), uint32(bits)]
  return createHash('sha256')
    .update(Buffer.concat(parts))
    .digest()
    .subarray(0, bits / 8)
}

const withLength = (text: string): Buffer => Buffer.concat([uint32(Buffer.byteLength(text)), Buffer.from(text)])

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
