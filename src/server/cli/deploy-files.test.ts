import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseCommandLine } from './command-line.ts'

const place = (name: string): string => fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url))
const lines = (name: string): string[] => readFileSync(place(name), 'utf8').split('\n')

test('the unit starts the service with options that it has', () => {
  const value = (key: string): string | undefined =>
    lines('lyra.service')
      .find((line) => line.startsWith(`${key}=`))
      ?.slice(key.length + 1)
  const [node, maps, program, ...args] = value('ExecStart')?.split(' ') ?? []
  expect([node, maps, program]).toEqual(['/usr/bin/node', '--enable-source-maps', '/opt/lyra/dist/server/main.js'])
  // A unit whose settings are missing must not serve invented data.
  expect(value('EnvironmentFile')).toBe('/etc/lyra/lyra.env')
  expect(() => parseCommandLine(args, {})).toThrow('serve needs --data')
  expect(parseCommandLine(args, { DATABASE_URL: 'postgres://env/name' })).toMatchObject({
    name: 'serve',
    options: { log: 'json', metrics: { host: '127.0.0.1', port: 9090 } },
  })
  // Ten seconds for answers and five for the database end before systemd kills the process.
  expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(15)
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
test.skipIf(!hasSystemd)('systemd finds no fault in the unit', () => {
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', place('lyra.service')], { encoding: 'utf8' })
  // Where Node is elsewhere than Debian has it, systemd says so, which is no fault of the unit.
  const faults = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('lyra.service'))
  expect(faults.filter((line) => !line.includes('/usr/bin/node'))).toEqual([])
})

test('the Dockerfile starts the service with options that it has, as a user without rights', () => {
  const json = (word: string): string[] => {
    const line = lines('Dockerfile').find((line) => line.startsWith(`${word} [`))
    return JSON.parse(line?.slice(word.length) ?? '[]') as string[]
  }
  expect(json('ENTRYPOINT')).toEqual(['node', '--enable-source-maps', '/opt/lyra/dist/server/main.js'])
  const env = { DATABASE_URL: 'postgres://env/name' }
  expect(parseCommandLine(json('CMD'), env)).toMatchObject({ name: 'serve', options: { host: '0.0.0.0', port: 8080 } })
  expect(lines('Dockerfile')).toEqual(expect.arrayContaining(['USER node', 'EXPOSE 8080', 'STOPSIGNAL SIGTERM']))
  expect(lines('Dockerfile').some((line) => /^HEALTHCHECK .*127\.0\.0\.1:8080\/health/.test(line))).toBe(true)
})

test('an instance of the unit needs its settings and starts with options that the service has', () => {
  const unit = lines('lyra@.service.d/instance.conf')
  expect(unit).toContain('EnvironmentFile=/etc/lyra/lyra.env')
  const [, , , ...args] =
    unit
      .findLast((line) => line.startsWith('ExecStart='))
      ?.replaceAll('%i', '1')
      .split(' ') ?? []
  expect(parseCommandLine(args, { DATABASE_URL: 'postgres://env/name' })).toMatchObject({
    name: 'serve',
    options: { port: 8081, metrics: { port: 9091 }, trustedProxies: ['127.0.0.1'] },
  })
})

const nginx = ['/usr/sbin/nginx', 'nginx'].find((program) => spawnSync(program, ['-v']).status === 0)
test.skipIf(nginx === undefined)('nginx finds no fault in its configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-nginx-'))
  try {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const http = `${temporary.join(' ')} access_log off; include ${place('nginx/lyra.conf')};`
    writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid; error_log stderr; events {} http { ${http} }`)
    const { status, stderr } = spawnSync(nginx ?? '', ['-t', '-c', join(folder, 'nginx.conf')], { encoding: 'utf8' })
    expect({ status, stderr }).toMatchObject({ status: 0 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
