import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionOptions } from 'node:tls'

/** The ways to connect, the preferred one first: without TLS, or with these options. */
export type TlsOptions = readonly [false | ConnectionOptions, ...(false | ConnectionOptions)[]]

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type Mode = (typeof modes)[number]

/** A parameter of the connection string or the variable in its place. */
type Value = (name: string, variable: string) => string | undefined
type Wrong = (part: string) => Error

function modeOf(value: Value, wrong: Wrong): Mode {
  // `ssl=true` is JDBC's, which libpq takes too; `no-verify` is the driver's word for libpq's `require`.
  const text = value('sslmode', 'PGSSLMODE') || (value('ssl', '') === 'true' ? 'require' : 'prefer')
  const mode = text === 'no-verify' ? 'require' : modes.find((one) => one === text)
  if (!mode) throw wrong(`sslmode "${text.slice(0, 20)}" is none of ${modes.join(', ')}`)
  return mode
}

/** The content of a named file, or of the one in libpq's folder where that exists. */
function fileOf(name: string, path: string | undefined, own: string, wrong: Wrong): Buffer | undefined {
  const usual = join(homedir(), '.postgresql', own)
  if (path === undefined && !existsSync(usual)) return undefined
  try {
    return readFileSync(path ?? usual)
  } catch {
    throw wrong(`${name} names a file that cannot be read: ${path ?? usual}`)
  }
}

/** The certificate with which the client proves who it is, where there is one. */
function ownCertificate(value: Value, wrong: Wrong): ConnectionOptions {
  const cert = fileOf('sslcert', value('sslcert', 'PGSSLCERT'), 'postgresql.crt', wrong)
  const key = fileOf('sslkey', value('sslkey', 'PGSSLKEY'), 'postgresql.key', wrong)
  const passphrase = value('sslpassword', '')
  return { ...(cert && { cert }), ...(key && { key }), ...(passphrase !== undefined && { passphrase }) }
}

/** What `sslmode` and the certificates ask for, as libpq understands them. Throws what `wrong` makes of a bad part. */
export function tlsOptions(value: Value, wrong: Wrong): TlsOptions {
  const mode = modeOf(value, wrong)
  if (mode === 'disable') return [false]
  const root = value('sslrootcert', 'PGSSLROOTCERT')
  const ca = root === 'system' ? undefined : fileOf('sslrootcert', root, 'root.crt', wrong)
  if (mode === 'verify-ca' && !ca) throw wrong('sslmode verify-ca needs a certificate: sslrootcert')
  // libpq verifies the authority whenever it is known and encryption is not just preferred.
  const verifies = mode.startsWith('verify') || (mode === 'require' && ca !== undefined)
  const options: ConnectionOptions = {
    rejectUnauthorized: verifies,
    ...(verifies && mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
    ...(ca && verifies && { ca }),
    ...ownCertificate(value, wrong),
  }
  if (mode === 'prefer') return [options, false]
  return mode === 'allow' ? [false, options] : [options]
}
