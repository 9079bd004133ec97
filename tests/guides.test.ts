import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseCommandLine } from '../src/server/cli/command-line.ts'
import { noCore } from '../src/server/core/core.ts'
import type { WritableDb } from '../src/server/database/db.ts'
import { createNodeService } from '../src/server/http/node-service.ts'
import { market, party } from './server/support/ids.ts'
import { openMemory } from './server/support/memory-database.ts'
import { makeSample } from './server/support/sample.ts'

/** README, CONTRIBUTING and docs: what a person reads who wants to get something done. */
const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => existsSync(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const guides = documents.filter(({ file }) => file === 'README.md' || /^docs\/(?:guides\/|operations)/.test(file))

/** The commands of a document's shell blocks, each as one line without its comment. */
const commandsOf = (text: string): string[] =>
  [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, '').trim())
      .filter((line) => line !== ''),
  )

const commands = guides.flatMap(({ file, text }) =>
  commandsOf(text).map((command): [string, string] => [command, file]),
)

/** The arguments after `lyra`, however it is started; undefined of another program. */
function argumentsOf(command: string): string[] | undefined {
  const [, given] =
    /(?:^|\s)(?:npm run lyra --|lyra|node \S*main\.js)(?:\s|$)(.*)/.exec(command) ??
    /^npm start(?: --)?(?:\s|$)(.*)/.exec(command) ??
    []
  if (given === undefined || command.startsWith('npm ci')) return undefined
  const words = given.split(/\s(?:[|>&]|<\s)|;/)[0]!.match(/"[^"]*"|\S+/g) ?? []
  return words.map((word) => word.replaceAll('"', '').replace('$URL', 'postgres://reader@host/vega'))
}

const lyra = commands.filter(([command]) => argumentsOf(command) !== undefined)
const folder = mkdtempSync(join(tmpdir(), 'lyra-guides-'))
const list = join(folder, 'bots.csv')
writeFileSync(list, `id,name\n${party.anna},quote-bot-7\n`)

test.each(lyra)('%s is understood, as %s says', (command) => {
  const args = argumentsOf(command)!.map((word) =>
    word.endsWith('.csv') ? list : word.replace('<party>', party.anna).replaceAll(/<public key>/g, party.anna),
  )
  const env = { LYRA_NOTIFY: /LYRA_NOTIFY=(\S+)/.exec(command)?.[1] }
  expect(parseCommandLine(args, env).name).not.toBe('help')
})

test('the guides name enough commands for this to mean something', () => {
  expect(lyra.length).toBeGreaterThan(15)
})

describe('what the guides ask of a service', () => {
  let db: WritableDb
  beforeAll(async () => {
    db = await openMemory()
    await makeSample(db)
  })
  afterAll(() => db.close())

  const requests = commands.flatMap(([command, file]) => {
    const [, path] = /curl .*'http:\/\/127\.0\.0\.1:8080(\/[^']*)'/.exec(command) ?? []
    return path === undefined ? [] : [[path, file] as const]
  })
  test.each(requests)('%s is answered, as %s says', async (path) => {
    const app = createNodeService({ db, core: noCore(db), version: '1.0.0' })
    const { status } = await app.request(
      path
        .replace('<public key>', party.anna)
        .replace('<market id>', market.btc)
        .replace('<candle id>', `trades_candle_1_hour_${market.btc}`),
    )
    expect(status).toBe(200)
  })
})

/** The anchor of a heading, as a host of repositories makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-')

test('every link between documents leads to a file and a heading that are there', () => {
  const broken = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? file : join(dirname(file), path)
      if (!existsSync(target)) return [`${file}: ${link}`]
      const headings = anchor === undefined ? [] : [...readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)]
      return anchor === undefined || headings.some(([, heading = '']) => anchorOf(heading) === anchor)
        ? []
        : [`${file}: ${link}`]
    }),
  )
  expect(broken).toEqual([])
})
