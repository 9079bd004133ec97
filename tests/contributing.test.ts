import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allOperations } from '../src/wire/operations.ts'
import { sampleLists } from './server/support/hostile/lists.ts'

const guide = readFileSync('CONTRIBUTING.md', 'utf8')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n')
const sources = files
  .filter(
    (file) =>
      /^(?:src|tests|e2e|bench|scripts)\/.*\.(?:ts|tsx|mjs)$/.test(file) && file !== 'tests/contributing.test.ts',
  )
  .filter((file) => existsSync(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

const inBackticks = [...new Set([...guide.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code = '']) => code))]

/** The questions that may stand in a name in place of `<question>`: each has the files that the recipe names. */
const questions = ['margin-modes', 'referee-history']
const isFile = (path: string): boolean =>
  existsSync(path) || files.some((file) => file.endsWith(path.startsWith('.') ? path : `/${path}`))

/** The paths of a text, such as `src/wire` in a command. */
const pathsOf = (code: string): string[] =>
  code
    .split(' ')
    .filter((word) =>
      /^(?:src|tests|e2e|bench|scripts|docs|deploy|\.ci)(?:\/|$)|^[\w.-]+\.(?:ts|tsx|mjs|md|sql)$/.test(word),
    )

test('the files that CONTRIBUTING names are there, so that its recipe can be followed', () => {
  const missing = inBackticks
    .flatMap(pathsOf)
    .flatMap((path) => (path.includes('<question>') ? questions.map((one) => path.replace('<question>', one)) : [path]))
    .filter((path) => !path.includes('<') && !isFile(path))
  expect(missing).toEqual([])
})

test('the source files that architecture and decisions name are there, so that a moved one is found', () => {
  const texts = files.filter((file) => /^docs\/(?:architecture|decisions\/.*)\.md$/.test(file) && existsSync(file))
  const named = texts.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql))`/g)].map(([, path = '']) => path),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !isFile(path))).toEqual([])
})

test('the commands that CONTRIBUTING names are scripts of package.json', () => {
  const named = [...guide.matchAll(/\bnpm run ([\w:]+)/g)].map(([, script = '']) => script)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((script) => scripts[script] === undefined)).toEqual([])
})

test('the names of code that CONTRIBUTING uses are names in the sources, so that an old one is found', () => {
  const recipe = guide.slice(guide.indexOf('## Recipe'), guide.indexOf('## Glossary'))
  const code = [...recipe.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)]
    .map(([, code = '']) => code)
    .filter((code) => !/^npm |^npx |^'|^<|[/]/.test(code))
  const words = [...new Set(code.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []))]
  // What the recipe makes up.
  const invented = ['margin', 'modes', 'listThings']
  expect(words.length).toBeGreaterThan(15)
  const unknown = words.filter(
    (word) => !invented.includes(word) && !new RegExp(`\\b${word.replaceAll('$', '\\$')}\\b`).test(sources),
  )
  expect(unknown).toEqual([])
})

test('each function that a step of the recipe calls is in a file that the step names', () => {
  const steps = guide.split('\n').filter((line) => /^\d+\. /.test(line))
  expect(steps.length).toBeGreaterThan(5)
  for (const step of steps) {
    const code = [...step.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
    const text = code
      .flatMap(pathsOf)
      .flatMap((path) => questions.map((one) => path.replace('<question>', one)))
      .filter((path) => existsSync(path) && !path.endsWith('/') && files.includes(path))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n')
    const calls = code.flatMap((one) => [...one.matchAll(/(\w+)(?:<[^>]*>)?\(/g)].map(([, name = '']) => name))
    expect(calls.filter((name) => !new RegExp(`\\b${name}(?:<[^>]*>)?\\(`).test(text))).toEqual([])
  }
})

test('a new list meets the hostile suites: tests/server/support/hostile/lists.ts has rows of it', () => {
  const lists = allOperations
    .filter(({ params }) => Object.hasOwn(Reflect.get(params, 'entries') as object, 'pagination'))
    .map(({ name }) => name)
  expect(lists.length).toBeGreaterThan(5)
  expect(lists.filter((name) => sampleLists[name] === undefined)).toEqual([])
})

test('a decision that code or docs name is there, also after decisions were merged', () => {
  const names = files
    .flatMap((file) => /^docs\/decisions\/(\d{4}-.*)/.exec(file)?.[1] ?? [])
    .filter((name) => isFile(name))
  const texts = files.filter((file) => existsSync(file) && /^(?:src|tests|e2e|bench|docs)\/.*\.(?:tsx?|md)$/.test(file))
  const missing = texts.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b[Dd]ecision (\d+)\b|\((?:\.\.\/)*(?:decisions\/)?(\d{4}-[\w-]+\.md)\)/g)]
      .filter(([, number, link]) => !names.some((name) => name.startsWith(link ?? `${number?.padStart(4, '0')}-`)))
      .map(([whole]) => `${file}: ${whole}`),
  )
  expect(names.length).toBeGreaterThan(15)
  expect(missing).toEqual([])
})
