// Builds the contract with its client as a package of its own in dist/wire: valibot is its only dependency.
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './build.mjs'

const out = join(root, 'dist/wire')
rmSync(out, { recursive: true, force: true })
execFileSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.package.json')],
  {
    stdio: 'inherit',
  },
)

/** @type {{ descriptions: Record<string, string> }} */
const { descriptions } = await import(pathToFileURL(join(out, 'wire/operations.js')).href)

/**
 * Declarations with the descriptions of OpenAPI as comments, so that an editor shows the unit of a member.
 * @param {string} text
 */
function commented(text) {
  let record = ''
  return text
    .split('\n')
    .flatMap((line) => {
      record = /^export declare const (\w+): v\.\w+<\{/.exec(line)?.[1] ?? (line.startsWith('}') ? '' : record)
      const member = /^ {4}readonly '?([@\w]+)'?:/.exec(line)?.[1]
      const description = record && member ? descriptions[`${record} ${member}`] : undefined
      return description ? [`    /** ${description} */`, line] : [line]
    })
    .join('\n')
}
for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
  if (name.endsWith('.d.ts')) writeFileSync(join(out, name), commented(readFileSync(join(out, name), 'utf8')))
}

const { version, license, engines, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const entry = (/** @type {string} */ path) => ({ types: `./${path}.d.ts`, default: `./${path}.js` })
const description = {
  name: 'lyra-wire',
  version,
  description: "Contract and client of a trading network's read-only queries",
  license,
  type: 'module',
  sideEffects: false,
  exports: { '.': entry('wire/index'), './client': entry('client/client'), './package.json': './package.json' },
  engines,
  dependencies: { valibot: dependencies.valibot },
}
writeFileSync(join(out, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
copyFileSync(join(root, 'LICENSE'), join(out, 'LICENSE'))
copyFileSync(join(root, 'src/client/README.md'), join(out, 'README.md'))
