import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type PrivateCluster,
  postgresPrograms,
  privateCluster,
} from '../../../../tests/server/support/private-cluster.ts'
import { openPostgres } from './postgres.ts'

const hasOpenssl = (): boolean => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

// Certificates that PostgreSQL checks, and checks of its own: only a server with TLS shows whether they are used.
describe.skipIf(postgresPrograms === undefined || !hasOpenssl())('a PostgreSQL with TLS', () => {
  let cluster: PrivateCluster
  const folder = mkdtempSync(join(tmpdir(), 'lyra-tls-'))
  const path = (name: string): string => join(folder, name)

  /** A private key and a certificate for a host name, signed by the given authority, or self-signed. */
  function certify(name: string, subject: string, authority?: string, more: readonly string[] = []): void {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', path(`${name}.key`)]
    const by = authority === undefined ? [] : ['-CA', path(`${authority}.crt`), '-CAkey', path(`${authority}.key`)]
    const args = ['req', '-x509', '-days', '2', '-subj', `/CN=${subject}`, ...key, '-out', path(`${name}.crt`)]
    execFileSync('openssl', [...args, ...by, ...more], { stdio: 'ignore' })
  }

  beforeAll(async () => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    certify('root', 'Lyra test authority')
    certify('other', 'Another authority')
    certify('server', 'localhost', 'root', ['-addext', 'subjectAltName=DNS:localhost'])
    certify('client', 'lyra', 'root')
    cluster = await privateCluster()
    const admin = openPostgres(cluster.url, { writable: true })
    const data = (await admin.rows('show data_directory'))[0]?.[0] ?? ''
    const { uid, gid } = statSync(data)
    chmodSync(folder, 0o755)
    for (const name of ['server.key', 'server.crt', 'root.crt']) {
      chmodSync(path(name), 0o600)
      if (process.getuid?.() === 0) chownSync(path(name), uid, gid)
    }
    writeFileSync(
      join(data, 'pg_hba.conf'),
      'hostssl all proven all trust clientcert=verify-ca\nhostssl all lyra all trust\n',
    )
    await admin.exec('create role proven login')
    for (const [setting, file] of [
      ['ssl_cert_file', 'server.crt'],
      ['ssl_key_file', 'server.key'],
      ['ssl_ca_file', 'root.crt'],
    ] as const)
      await admin.exec(`alter system set ${setting} = '${path(file)}'`)
    await admin.exec('alter system set ssl = on')
    await admin.close()
    await cluster.stop('fast')
    await cluster.start()
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await cluster.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Whether a read over these parameters was encrypted; what was said where there was none. */
  async function encrypted(query: string, { host = '127.0.0.1', user = 'lyra' } = {}): Promise<string> {
    const url = new URL(cluster.url)
    const db = openPostgres(`postgres://${user}@${host}:${url.port}/postgres?${query}`)
    try {
      const rows = await db.rows('select ssl::text from pg_stat_ssl where pid = pg_backend_pid()')
      return rows[0]?.[0] ?? ''
    } catch (error) {
      return error instanceof Error ? error.message : ''
    } finally {
      await db.close()
    }
  }
  const away = expect.not.stringMatching(/^(?:true|false)$/) as unknown

  test('is read through TLS unless that is disabled, which this server refuses', async () => {
    for (const query of ['', 'sslmode=prefer', 'sslmode=require', 'sslmode=allow'])
      expect(await encrypted(query)).toBe('true')
    expect(await encrypted('sslmode=disable')).toEqual(away)
  })

  test('another authority than the named one is refused, and another host name with verify-full alone', async () => {
    const root = `sslrootcert=${path('root.crt')}`
    expect(await encrypted(`sslmode=verify-ca&${root}`)).toBe('true')
    expect(await encrypted(`sslmode=verify-ca&sslrootcert=${path('other.crt')}`)).toEqual(away)
    expect(await encrypted(`sslmode=verify-full&${root}`)).toEqual(away)
    expect(await encrypted(`sslmode=verify-full&${root}`, { host: 'localhost' })).toBe('true')
  })

  test('a server that wants a certificate gets the named one', async () => {
    const own = `sslcert=${path('client.crt')}&sslkey=${path('client.key')}`
    expect(await encrypted(`sslmode=require&${own}`, { user: 'proven' })).toBe('true')
    expect(await encrypted('sslmode=require', { user: 'proven' })).toEqual(away)
  })
})
