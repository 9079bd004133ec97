import { existsSync, readFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { ConnectionOptions } from 'node:tls'

/** The ways to connect, the preferred one first: without TLS, or with these options. */
type TlsOptions = readonly [false | ConnectionOptions, ...(false | ConnectionOptions)[]]

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type Mode = (typeof modes)[number]

/** A parameter of the connection string or the variable in its place. */
type Value = (name: string, variable: string) => string | undefined

const wrong = (part: string): Error => new Error(`In the address of the database ${part}.`)

function modeOf(value: Value): Mode {
  // `ssl=true` is JDBC's, which libpq takes too; `no-verify` is the driver's word for libpq's `require`.
  const text = value('sslmode', 'PGSSLMODE') || (value('ssl', '') === 'true' ? 'require' : 'prefer')
  const mode = text === 'no-verify' ? 'require' : modes.find((one) => one === text)
  if (!mode) throw wrong(`sslmode "${text.slice(0, 20)}" is none of ${modes.join(', ')}`)
  return mode
}

/** The content of a named file, or of the one in libpq's folder where that exists. */
function fileOf(name: string, path: string | undefined, own: string): Buffer | undefined {
  const usual = join(homedir(), '.postgresql', own)
  if (path === undefined && !existsSync(usual)) return undefined
  try {
    return readFileSync(path ?? usual)
  } catch {
    throw wrong(`${name} names a file that cannot be read: ${path ?? usual}`)
  }
}

/** The certificate with which the client proves who it is, where there is one. */
function ownCertificate(value: Value): ConnectionOptions {
  const cert = fileOf('sslcert', value('sslcert', 'PGSSLCERT'), 'postgresql.crt')
  const key = fileOf('sslkey', value('sslkey', 'PGSSLKEY'), 'postgresql.key')
  const passphrase = value('sslpassword', '')
  return { ...(cert && { cert }), ...(key && { key }), ...(passphrase !== undefined && { passphrase }) }
}

/** What `sslmode` and the certificates ask for, as libpq understands them. Throws a sentence about a bad part. */
function tlsOptions(value: Value): TlsOptions {
  const mode = modeOf(value)
  if (mode === 'disable') return [false]
  const root = value('sslrootcert', 'PGSSLROOTCERT')
  const ca = root === 'system' ? undefined : fileOf('sslrootcert', root, 'root.crt')
  if (mode === 'verify-ca' && !ca) throw wrong('sslmode verify-ca needs a certificate: sslrootcert')
  // libpq verifies the authority whenever it is known and encryption is not just preferred.
  const verifies = mode.startsWith('verify') || (mode === 'require' && ca !== undefined)
  const options: ConnectionOptions = {
    rejectUnauthorized: verifies,
    ...(verifies && mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
    ...(ca && verifies && { ca }),
    ...ownCertificate(value),
  }
  if (mode === 'prefer') return [options, false]
  return mode === 'allow' ? [false, options] : [options]
}

/** One place where a server listens: a host name or address, or the folder of its socket. */
export interface ServerAddress {
  host: string
  port: number
  /** As people write it: `host:port`. */
  name: string
}

/** Which servers of several are read (libpq's `target_session_attrs`). */
export const sessionAttributes = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const
export type SessionAttributes = (typeof sessionAttributes)[number]

export interface ConnectionTarget {
  servers: readonly ServerAddress[]
  user: string
  /** Unless given, the driver looks into PGPASSWORD and the password file. */
  password: string | undefined
  database: string
  /** Command-line options for the server, as in libpq. */
  options: string
  applicationName: string
  connectTimeoutMs: number
  tls: TlsOptions
  wanted: SessionAttributes
}

type Env = Readonly<Record<string, string | undefined>>

const example = 'postgres://user:password@host:5432/name'
const defaultPort = '5432'
/** Milliseconds for a connection where nothing else is said. */
const connectTimeoutMs = 5000

const words = (list: string): string[] => list.trim().split(/\s+/)
const own = words(`host port user password dbname options application_name connect_timeout target_session_attrs
  sslmode sslcert sslkey sslpassword sslrootcert ssl`)
/** Known to libpq and without a meaning for this driver. */
const ignored =
  words(`channel_binding client_encoding fallback_application_name gssdelegation gssencmode gsslib keepalives
  keepalives_count keepalives_idle keepalives_interval krbsrvname load_balance_hosts require_auth sslcompression sslsni
  tcp_user_timeout`)

type Values = Map<string, string>

function put(values: Values, name: string, value: string): void {
  if (own.includes(name)) values.set(name, value)
  else if (!ignored.includes(name)) throw wrong(`the parameter "${name.slice(0, 40)}" is not known`)
}

function decoded(text: string, part: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrong(`the ${part} has a % that is not followed by two hexadecimal digits`)
  }
}

const splitAt = (text: string, at: number): [string, string | undefined] =>
  at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]

/** `host`, `host:port`, `[address]:port`, and lists of them. */
function putHosts(values: Values, list: string): void {
  const hosts: string[] = []
  const ports: string[] = []
  for (const entry of list.split(',')) {
    const [whole, bracketed, plain = '', port = ''] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::([^:]*))?$/.exec(entry) ?? []
    if (whole === undefined) throw wrong('a host cannot be read: an address of version 6 needs brackets, such as [::1]')
    hosts.push(decoded(bracketed ?? plain, 'host'))
    ports.push(port)
  }
  if (hosts.some(Boolean)) values.set('host', hosts.join(','))
  if (ports.some(Boolean)) values.set('port', ports.join(','))
}

function fromUrl(text: string): Values {
  const values: Values = new Map()
  const [, authority = '', path = '', query = ''] =
    /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?(.*))?$/.exec(text) ?? []
  const at = authority.lastIndexOf('@')
  const credentials = authority.slice(0, Math.max(at, 0))
  const [user, password] = splitAt(credentials, credentials.indexOf(':'))
  if (user) values.set('user', decoded(user, 'user'))
  if (password !== undefined) values.set('password', decoded(password, 'password'))
  putHosts(values, authority.slice(at + 1))
  if (path) values.set('dbname', decoded(path, 'name of the database'))
  for (const pair of query.split('&').filter(Boolean)) {
    const [name, value] = splitAt(pair, pair.indexOf('='))
    if (value === undefined) throw wrong(`the parameter "${name.slice(0, 40)}" has no value`)
    put(values, decoded(name, 'name of a parameter'), decoded(value, `parameter ${name}`))
  }
  return values
}

/** `host=one dbname='a name'`: values may be quoted, and a backslash makes the next character plain. */
function fromPairs(text: string): Values {
  const values: Values = new Map()
  let rest = text.trim()
  while (rest !== '') {
    const [whole, name = '', quoted, plain = ''] =
      /^(\w+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|((?:[^\s'\\]|\\.)*))(?:\s+|$)/s.exec(rest) ?? []
    if (whole === undefined) throw wrong('there is something other than name=value pairs')
    put(values, name, (quoted ?? plain).replaceAll(/\\(.)/gs, '$1'))
    rest = rest.slice(whole.length)
  }
  return values
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN
  if (!(port >= 1 && port <= 65_535)) throw wrong(`the port "${text.slice(0, 20)}" is not a number from 1 to 65535`)
  return port
}

/** Where libpq looks when no host is named: a local socket, else this machine. */
function defaultHost(port: string): string {
  const folders = ['/var/run/postgresql', '/tmp']
  return folders.find((folder) => existsSync(`${folder}/.s.PGSQL.${port || defaultPort}`)) ?? 'localhost'
}

function serversOf(hostList: string, portList: string): ServerAddress[] {
  const ports = portList.split(',')
  const hosts = hostList === '' ? [defaultHost(ports[0] ?? '')] : hostList.split(',')
  if (ports.length > 1 && ports.length !== hosts.length) {
    throw wrong(`there are ${ports.length} ports for ${hosts.length} hosts: give one for all or one each`)
  }
  return hosts.map((named, index) => {
    const given = (ports.length > 1 ? ports[index] : ports[0]) || defaultPort
    const host = named || defaultHost(given)
    const port = portOf(given)
    return { host, port, name: host.includes(':') ? `[${host}]:${port}` : `${host}:${port}` }
  })
}

function timeoutOf(text: string | undefined): number {
  if (text === undefined || text === '') return connectTimeoutMs
  if (!/^-?\d{1,6}$/.test(text)) throw wrong(`connect_timeout "${text.slice(0, 20)}" is not a number of seconds`)
  // As in libpq: zero and less is no limit, and one second is too short.
  return Number(text) <= 0 ? 0 : Math.max(2, Number(text)) * 1000
}

function attributesOf(text: string): SessionAttributes {
  const wanted = sessionAttributes.find((name) => name === text)
  if (!wanted) {
    throw wrong(`target_session_attrs "${text.slice(0, 40)}" is none of ${sessionAttributes.join(', ')}`)
  }
  return wanted
}

/**
 * Reads a connection string as libpq does: a URL or name=value pairs, several hosts and ports, sockets, and the PG… variables
 * for what it leaves out. Throws a sentence that names the wrong part and never repeats user or password.
 */
export function parseConnectionString(text: string, env: Env = process.env): ConnectionTarget {
  const isUrl = /^postgres(?:ql)?:\/\//.test(text)
  if (!isUrl && (!/^\s*\w+\s*=/.test(text) || /^\w+:\/\//.test(text))) {
    throw new Error(`The database must be a URL such as ${example}.`)
  }
  const values = isUrl ? fromUrl(text) : fromPairs(text)
  const value = (name: string, variable: string): string | undefined => values.get(name) ?? env[variable]
  const user = value('user', 'PGUSER') || userInfo().username
  return {
    servers: serversOf(value('host', 'PGHOST') ?? '', value('port', 'PGPORT') ?? ''),
    user,
    password: values.get('password'),
    database: value('dbname', 'PGDATABASE') || user,
    options: value('options', 'PGOPTIONS') ?? '',
    applicationName: value('application_name', 'PGAPPNAME') || 'lyra',
    connectTimeoutMs: timeoutOf(value('connect_timeout', 'PGCONNECT_TIMEOUT')),
    tls: tlsOptions(value),
    wanted: attributesOf(value('target_session_attrs', 'PGTARGETSESSIONATTRS') || 'any'),
  }
}
