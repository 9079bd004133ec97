import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
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
  const [node, program, ...args] = value('ExecStart')?.split(' ') ?? []
  expect([node, program]).toEqual(['/usr/bin/node', '/opt/lyra/dist/server/main.js'])
  expect(parseCommandLine(args, {})).toMatchObject({
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
  expect(json('ENTRYPOINT')).toEqual(['node', '/opt/lyra/dist/server/main.js'])
  expect(parseCommandLine(json('CMD'), {})).toMatchObject({ name: 'serve', options: { host: '0.0.0.0', port: 8080 } })
  expect(lines('Dockerfile')).toEqual(expect.arrayContaining(['USER node', 'EXPOSE 8080', 'STOPSIGNAL SIGTERM']))
  expect(lines('Dockerfile').some((line) => /^HEALTHCHECK .*127\.0\.0\.1:8080\/health/.test(line))).toBe(true)
})
