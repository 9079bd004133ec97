import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseConnectionString } from './connection-string.ts'

const read = (text: string, env = {}) => parseConnectionString(text, env)
const namesOf = (text: string, env = {}) => read(text, env).servers.map(({ name }) => name)

test.each([
  ['postgres://a/x', ['a:5432']],
  ['postgresql://u@a:1,b,[::1]:3/x', ['a:1', 'b:5432', '[::1]:3']],
  ['postgres://a,b:7/x', ['a:5432', 'b:7']],
  ['postgres:///x?host=/run/pg', ['/run/pg:5432']],
  ['postgres://%2Frun%2Fpg:99/x', ['/run/pg:99']],
  ['postgres:///x?host=a,b&port=1,2', ['a:1', 'b:2']],
  ['postgres:///x?host=a,b&port=9', ['a:9', 'b:9']],
  ['host=a,b port=1,2 dbname=x', ['a:1', 'b:2']],
  [`host = '/run/my folder'  port=3`, ['/run/my folder:3']],
])('the servers of %s', (text, names) => expect(namesOf(text)).toEqual(names))

test('user and database have the defaults of libpq, and the variables go before them', () => {
  const user = userInfo().username
  expect(read('postgres://a')).toMatchObject({ user, database: user, password: undefined, wanted: 'any' })
  expect(read('postgres://me@a')).toMatchObject({ user: 'me', database: 'me' })
  const env = { PGUSER: 'env', PGHOST: 'h', PGPORT: '7', PGDATABASE: 'd', PGTARGETSESSIONATTRS: 'standby' }
  expect(read('postgres://', env)).toMatchObject({ user: 'env', database: 'd', wanted: 'standby' })
  expect(namesOf('postgres://', env)).toEqual(['h:7'])
  expect(read('postgres://me@a/x?target_session_attrs=any', env)).toMatchObject({ user: 'me', wanted: 'any' })
})

test('whatever is percent-encoded arrives as it was, and a bare @ in a password too', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(text, text, text, (user, password, database) => {
      const url = `postgres://${[user, password].map(encodeURIComponent).join(':')}@h/${encodeURIComponent(database)}`
      expect(read(url)).toMatchObject({ user, password, database })
    }),
  )
  expect(read('postgres://u:p@ss@h/x')).toMatchObject({ user: 'u', password: 'p@ss' })
})

test('a time limit for connections: libpq’s seconds, at least two, none for zero', () => {
  const limits = ['', '?connect_timeout=1', '?connect_timeout=30', '?connect_timeout=0'].map(
    (query) => read(`postgres://a/x${query}`).connectTimeoutMs,
  )
  expect(limits).toEqual([5000, 2000, 30_000, 0])
})

describe('sslmode', () => {
  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), 'lyra-tls-'))
    onTestFinished(() => rmSync(made, { recursive: true }))
    return made
  }
  const ways = (query: string) => read(`postgres://a/x?${query}`).tls

  test('with TLS and without it in libpq’s order; preferred unless something is said', () => {
    const loose = { rejectUnauthorized: false }
    expect(ways('sslmode=disable')).toEqual([false])
    expect(ways('sslmode=allow')).toEqual([false, loose])
    expect(ways('')).toEqual([loose, false])
    expect(ways('sslmode=require')).toEqual([loose])
    expect(ways('ssl=true')).toEqual([loose])
    expect(ways('sslmode=verify-full')).toEqual([{ rejectUnauthorized: true }])
  })

  test('an authority is verified once it is named, its host name with verify-full alone', () => {
    const root = join(folder(), 'root.crt')
    writeFileSync(root, 'CERT')
    const strict = { rejectUnauthorized: true, ca: Buffer.from('CERT') }
    const anyName = { ...strict, checkServerIdentity: expect.any(Function) as unknown }
    expect(ways(`sslmode=require&sslrootcert=${root}`)).toEqual([anyName])
    expect(ways(`sslmode=verify-ca&sslrootcert=${root}`)).toEqual([anyName])
    expect(ways(`sslmode=verify-full&sslrootcert=${root}`)).toEqual([strict])
  })
})

test.each([
  ['', 'postgres://user'],
  ['mysql://h/x', 'postgres://user'],
  ['postgres://h:port/x', 'port "port"'],
  ['postgres://h:70000/x', 'port "70000"'],
  ['postgres://::1/x', 'brackets'],
  ['postgres:///x?host=a,b,c&port=1,2', '2 ports for 3 hosts'],
  ['postgres://h/x?target_session_attrs=fast', 'target_session_attrs "fast"'],
  ['postgres://h/x?sslmode=maybe', 'sslmode "maybe"'],
  ['postgres://h/x?sslmode=verify-ca', 'sslrootcert'],
  ['postgres://h/x?sslmode=require&sslcert=/not/there', '/not/there'],
  ['postgres://h/x?connect_timeout=soon', 'connect_timeout "soon"'],
  ['postgres://h/x?colour=red', '"colour"'],
  ['postgres://h/x?options', '"options" has no value'],
  ['postgres://u:%zz@h/x', 'password has a %'],
  ['host=a rubbish', 'name=value'],
])('"%s" is refused in a sentence that names %s', (text, named) => {
  expect(() => read(text)).toThrow(named)
  expect(() => read(text)).toThrow(/^[^\n]+\.$/)
})

test('a sentence never repeats the password', () => {
  for (const url of ['postgres://u:secret@h:x/n', 'postgres://u:secret@h/n?sslmode=x', 'user=u password=secret oops']) {
    expect(() => read(url)).toThrow(/^(?!.*secret)/)
  }
})
