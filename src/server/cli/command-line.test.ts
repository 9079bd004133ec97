import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseCommandLine } from './command-line.ts'
import { shellWord } from './operating-options.ts'

/** The options of a command line; without a command or a source those of the demo network. */
const served = (args: string, env: Readonly<Record<string, string>> = {}) => {
  const named = /^(serve|demo|import|schema|start)\b|--(data|database)\b/.test(args) || 'DATABASE_URL' in env
  const command = parseCommandLine((named ? args : `demo ${args}`).split(' ').filter(Boolean), env)
  return command.name === 'serve' ? command.options : command
}

test('invented data is never served to somebody who did not ask for it', () => {
  for (const args of [[], ['serve'], ['serve', '--port', '0'], ['--host', '0.0.0.0']])
    expect(() => parseCommandLine(args, {})).toThrow('serve needs --data')
  expect(() => served('demo --data folder')).toThrow('takes no --data')
  expect(served('demo', { DATABASE_URL: 'postgres://env/name' })).not.toHaveProperty('database')
})

test('the demo network is served on 127.0.0.1:8080', () => {
  expect(served('')).toEqual({
    port: 8080,
    host: '127.0.0.1',
    faults: false,
    cacheBytes: 64_000_000,
    demo: {},
  })
  expect(served('demo --port 0 --host ::1 --faults --dashboard web')).toMatchObject({
    port: 0,
    host: '::1',
    faults: true,
    dashboard: 'web',
  })
})

test('the memory for kept bodies is given in MB; none of it keeps none', () => {
  expect([served('--cache 5'), served('--cache 0')]).toMatchObject([{ cacheBytes: 5_000_000 }, { cacheBytes: 0 }])
  expect(() => served('--cache much')).toThrow('--cache takes a whole number')
})

test('the command line goes before the environment', () => {
  const env = { DATABASE_URL: 'postgres://env/name', CORE_URL: 'http://env' }
  expect(served('', env)).toMatchObject({ database: 'postgres://env/name', core: 'http://env' })
  expect(served('--database postgresql://line/name --core https://line', env)).toMatchObject({
    database: 'postgresql://line/name',
    core: 'https://line',
  })
  expect(served('--data folder', env)).not.toHaveProperty('database')
  expect(served('--demo-seed 7 --frozen', env)).not.toHaveProperty('database')
})

test('the demo network can be pinned', () => {
  expect(served('--demo-seed 7 --demo-time 2026-11-20T12:00:00Z --frozen')).toMatchObject({
    demo: { seed: 7, time: '2026-11-20T12:00:00Z', frozen: true },
  })
})

test('the demo network can be kept in a directory of its own', () => {
  expect(served('--demo-data folder', { DATABASE_URL: 'postgres://env/name' })).toEqual({
    port: 8080,
    host: '127.0.0.1',
    faults: false,
    cacheBytes: 64_000_000,
    demo: {},
    demoData: 'folder',
  })
})

test('import takes archives and one place', () => {
  expect(served('import a.zip b.zip --data folder')).toEqual({
    name: 'import',
    options: { files: ['a.zip', 'b.zip'], data: 'folder' },
  })
  expect(served('import a.zip', { DATABASE_URL: 'postgres://env/name' })).toMatchObject({
    options: { database: 'postgres://env/name' },
  })
  expect(served('schema')).toEqual({ name: 'schema', citus: false })
  expect(served('schema --citus')).toEqual({ name: 'schema', citus: true })
  expect(served('--help')).toEqual({ name: 'help' })
  expect(served('import --version')).toEqual({ name: 'version' })
})

const [anna, boris, carol] = ['a1', 'B2', 'c3'].map((pair) => pair.repeat(32))

/** A file for this test. */
function fileOf(text: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-watch-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'parties')
  writeFileSync(path, text)
  return path
}

test('watched parties come from options and a file, each once and in lower case', () => {
  const file = fileOf(`# ours\n${carol}\r\n\n  ${anna}  # a second time\n`)
  expect(served(`--watch ${anna},${boris} --watch ${anna} --watch-file ${file}`)).toMatchObject({
    watch: [anna, boris?.toLowerCase(), carol],
  })
  expect(served(`--data a --core http://core --watch ${anna}`)).toMatchObject({ watch: [anna] })
  expect(served('')).toMatchObject({ watch: undefined })
})

test('a file gives watched parties names; one without a name keeps its id alone', () => {
  const file = fileOf(`\uFEFFid,name\r\n${boris},"Boris, ""the bot"""\r\n${carol}\r\n`)
  expect(served(`--watch ${boris} --watch-file ${file}`)).toMatchObject({
    watch: [boris?.toLowerCase(), carol],
    names: new Map([[boris?.toLowerCase(), 'Boris, "the bot"']]),
  })
  expect(served(`--watch ${anna}`)).not.toHaveProperty('names')
})

test('a file that cannot be watched is refused by its line', () => {
  const file = fileOf(`${anna}\nbob\n`)
  expect(() => served(`--watch-file ${file}`)).toThrow(`"bob" (line 2 of ${file})`)
  const names = fileOf(`${anna},Anna\n${boris},B,bot\n${anna},Bob\n`)
  expect(() => served(`--watch-file ${names}`)).toThrow(
    `--watch-file takes lines with an id, or id,name: "${boris},B,bot" (line 2 of ${names}) has more than an id and a name: ` +
      `put a name with a comma in quotes; "Bob" (line 3 of ${names}) is a second name of the party in line 1.`,
  )
  const empty = fileOf('# nobody\n')
  expect(() => served(`--watch-file ${empty}`)).toThrow(`${empty} names no party.`)
  expect(() => served(`--watch-file ${empty}.not`)).toThrow(
    `--watch-file cannot read ${empty}.not: there is no such file or directory.`,
  )
  expect(() => served(`--watch-file ${tmpdir()}`)).toThrow(`--watch-file cannot read ${tmpdir()}: it is a directory.`)
})

test('at most 50 parties are watched', () => {
  const ids = Array.from({ length: 51 }, (_, index) => String(index).padStart(64, '0'))
  expect(served(`--watch ${ids.slice(1).join(',')}`)).toHaveProperty('watch.length', 50)
  expect(() => served(`--watch ${ids.join(',')}`)).toThrow('At most 50 parties are watched, not 51.')
})

test.each([
  ['--watch bob,eve', '"bob" (--watch), "eve" (--watch)'],
  ['--watch=', '"" (--watch)'],
  ['--watch', "'--watch <value>'"],
  [`--data a --watch ${anna}`, '--core'],
  [`--database postgres://host/name --watch ${anna}`, '--core'],
  [`import a.zip --data a --watch ${anna}`, "'--watch'"],
  ['--prot 1', "'--prot'"],
  ['--port', "'--port <value>'"],
  ['--port 65536', '--port'],
  ['--port 80a', '--port'],
  ['--port -1', "'--port'"],
  ['--core ftp://host', '--core'],
  ['--database mysql://host', '--database'],
  ['--database postgres://host:port/name', 'port "port"'],
  ['--max-lag 5', '--database'],
  ['--database postgres://a,b/name --max-lag few', '--max-lag'],
  ['--data a --database postgres://host/name', '--data and --database'],
  ['--data=', '--data'],
  ['--demo-time yesterday', '--demo-time'],
  ['--demo-time 2026-01-01T00:00:00', '--demo-time'],
  ['--demo-time 9990-01-01T00:00:00Z', '--demo-time'],
  ['--demo-seed x', '--demo-seed'],
  ['--data a --frozen', '--frozen'],
  ['--data a --demo-data b', '--demo-data'],
  ['--demo-data=', '--demo-data'],
  ['start', '"start"'],
  ['import --data a', 'archive'],
  ['import a.zip', '--data'],
  ['import a.zip --data a --port 1', "'--port'"],
  ['import a.zip --data a --metrics /metrics', 'with a port'],
  // One of the two would be passed over.
  ['--data a --data b', '--data is given twice'],
  ['--port 1 --port=2', '--port is given twice'],
  // A page of the dashboard would be gone.
  ['--metrics /margin-modes', '--metrics'],
  ['schema more', "'more'"],
])('"%s" is refused in one sentence that names %s', (args, named) => {
  let message = ''
  try {
    served(args)
  } catch (error) {
    expect(error).toMatchObject({ name: 'UsageError' })
    message = error instanceof Error ? error.message : ''
  }
  expect(message).toContain(named)
  expect(message).toMatch(/^[^\n]+\.$/)
})

const notified = (args: string, env: Readonly<Record<string, string>> = {}) => {
  const options = served(args, env)
  return 'notify' in options ? options.notify : undefined
}

test('receivers come from the option or the environment, with one template for all or one for each', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'slack.json')
  writeFileSync(file, '{"text":"{text}"}')
  const urls = 'https://a.example/x?a=1,2,http://b.example:8080/y,https://a.example/z'
  const template = { text: '{text}' }
  expect(notified(`--notify ${urls} --notify-template ${file} --public-url https://lyra.example/`)).toEqual({
    receivers: [
      { url: 'https://a.example/x?a=1,2', label: 'a.example (1)', template },
      { url: 'http://b.example:8080/y', label: 'b.example:8080', template },
      { url: 'https://a.example/z', label: 'a.example (3)', template },
    ],
    publicUrl: 'https://lyra.example',
    stateFile: '.lyra/notify.json',
  })
  const env = { LYRA_NOTIFY: 'https://a.example/x' }
  expect(notified(`--notify ${urls} --notify-template ,${file},`, env)?.receivers).toMatchObject([
    { template: undefined },
    { template },
    { template: undefined },
  ])
  expect(notified(`--notify-state ${folder}/state`, env)).toMatchObject({
    receivers: [{ label: 'a.example' }],
    stateFile: `${folder}/state`,
  })
  for (const [text, words] of [
    ['[{"text":"{text}","more":["{foo}"]}]', 'has {foo} at [0].more[0], which is none of {text}'],
    ['{"text":', 'is not JSON'],
    ['{"text":"hello {World}"}', 'has no placeholder such as {text}'],
  ] as const) {
    writeFileSync(file, text)
    expect(() => served(`--notify-template ${file}`, env)).toThrow(`--notify-template: ${file} ${words}`)
  }
})

test.each([
  ['--data d --core http://c --notify https://h.example/x', '--notify tells of watched parties'],
  ['--frozen --notify https://h.example/x', '--notify tells of watched parties'],
  [
    '--notify https://h.example/s3cr3t,ftp://h.example/s3cr3t',
    '--notify takes an http or https URL, not number 2 of its list.',
  ],
  // Every message would fail as though the receiver were away.
  ['--notify https://u%zz:s3cr3t@h.example/', '--notify takes an http or https URL, not number 1 of its list.'],
  ['--notify https://h.example/s3cr3t,https://h.example/s3cr3t', '--notify names a URL twice.'],
  ['--notify https://h.example/s3cr3t --public-url lyra', '--public-url takes an http or https URL, not "lyra".'],
  ['--notify https://h.example/s3cr3t --public-url https://l.example/?a', '--public-url takes at most 300 characters'],
  [
    '--notify https://h.example/s3cr3t --notify-template /none',
    '--notify-template cannot read /none: there is no such file or directory.',
  ],
  ['--notify https://h.example/s3cr3t --notify-template /a,/b', '--notify-template takes one file'],
  ['--notify https://h.example/s3cr3t --notify-state=', '--notify-state takes a file.'],
  ['--public-url https://lyra.example', '--public-url is for --notify.'],
])('%s is refused, and no secret is repeated', (args, words) => {
  expect(() => served(args)).toThrow(words)
  expect(() => served(args)).not.toThrow('s3cr3t')
})

test('an empty host, as of a variable that is not set, opens the service to no other machine', () => {
  for (const args of ['demo --host=', '--data d --host='])
    expect(() => served(args)).toThrow('--host takes an address.')
})

test.each([
  `export ${anna} --out -`,
  'import - --data a',
  'import a.zip --data -',
  'backup a -',
  'restore - a',
  `watch --watch-file=-`,
])('no file called "-" is written or read in place of a standard stream: lyra %s', (args) => {
  expect(() => parseCommandLine(args.split(' '), {})).toThrow('"-" is no file')
  expect(() => parseCommandLine(args.replace(/(?<=[ =])-(?= |$)/, './-').split(' '), {})).not.toThrow('"-"')
})

test.each(['export', 'list', 'backup', 'schema', 'watch', 'serve'])(
  'lyra %s --version is the version alone',
  (name) => {
    expect(parseCommandLine([name, '--version'], {})).toEqual({ name: 'version' })
    expect(parseCommandLine([name, '--help'], {})).toEqual({ name: 'help' })
  },
)

test('a list that a spreadsheet saved as Unicode text is read', () => {
  const text = `\uFEFFid\tname\r\n${anna}\tAnna\u00e9\r\n`
  // Some programs leave the byte order mark out.
  for (const saved of [text, text.slice(1)].map((part) => Buffer.from(part, 'utf16le')))
    for (const bytes of [saved, Buffer.from(saved).swap16()])
      expect(served(`--watch-file ${fileOf(bytes)}`)).toMatchObject({ names: new Map([[anna, 'Anna\u00e9']]) })
})

test('a database URL is not repeated, for it may hold a password', () => {
  expect(() => served('--database mysql://user:secret@host')).toThrow(/^(?!.*secret)/)
})

test.each([
  ['./aurora', './aurora'],
  ['my data', `'my data'`],
  ['-data', './-data'],
  [`Anna's "$data"`, `'Anna'\\''s "$data"'`],
  ['', `''`],
])('the command that is printed for the folder %s is one that a shell takes as it stands', (name, word) => {
  expect(shellWord(name)).toBe(word)
})
