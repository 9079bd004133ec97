// Who may import whom: the one table of rooms (docs/architecture.md), and the lint rule that holds every import to it.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Stores and their hook: any room of the dashboard may build on them. */
const stores = [
  'web/listen.ts',
  'web/observable.ts',
  'web/use-observable.ts',
  'web/stored-value.ts',
  'web/take-tab-lock.ts',
  'web/storage-failure.ts',
]

/** Rooms of the dashboard that any room with a screen uses. */
const screen = [...stores, 'client', 'web/format', 'web/preferences', 'web/router', 'web/ui', 'wire']
const lists = ['web/client', 'web/chart', 'web/entities', 'web/list', 'web/grid', 'web/ledger']

/** What any room of the service may use but `sql`, which knows neither requests nor clocks. */
const service = [
  'wire',
  'client/timer.ts',
  'server/abort-signal.ts',
  'server/bytes.ts',
  'server/fault.ts',
  'server/file-fault.ts',
  'server/json-text.ts',
  'server/log.ts',
  'server/make-directory.ts',
  'server/recent-read.ts',
]

/**
 * A room and the rooms its files may import besides their own; packages are named where only a few may be used.
 * The longest name that fits a file is its room. Files that fit none (composition roots, tests' helpers) import anything.
 * @type {Record<string, { imports: string[], packages?: string[] }>}
 */
const rooms = {
  wire: { imports: [], packages: ['valibot'] },
  // What every reader of a node does: budget, bans, retries, the verdict on a ledger's end. A package with the contract.
  client: { imports: ['wire'], packages: ['valibot'] },
  // Statements and the text of what they give. Of the databases it knows the interface alone.
  'server/sql': { imports: ['wire', 'server/bytes.ts', 'server/database/db.ts', 'server/fault.ts'] },
  'server/database': { imports: [...service, 'server/sql'] },
  'server/questions': {
    imports: [...service, 'server/sql', 'server/database', 'server/core'],
    packages: ['valibot', 'lru-cache'],
  },
  'server/archive': { imports: [...service, 'server/sql', 'server/database'] },
  'server/core': { imports: [...service, 'server/sql', 'server/database'] },
  'server/demo': { imports: [...service, 'server/sql', 'server/database', 'server/core'], packages: ['valibot'] },
  'server/http': {
    imports: [...service, 'server/sql', 'server/database', 'server/questions', 'server/core', 'server/version.ts'],
  },
  // The service and the archives in a worker of the page.
  browser: { imports: [...service, 'server'] },
  'web/format': { imports: ['wire'], packages: [] },
  'web/router': {
    imports: ['web/stored-value.ts', 'wire', 'web/format'],
    packages: ['react', '@tanstack/react-router', 'valibot'],
  },
  'web/preferences': { imports: [...stores, 'wire', 'web/format'], packages: ['react', 'valibot'] },
  'web/ui': {
    imports: [...stores, 'client', 'wire/spam/risk-state.ts', 'web/format', 'web/preferences', 'web/router'],
  },
  'web/client': {
    imports: [...stores, 'wire', 'client', 'browser', 'web/format', 'web/preferences'],
    packages: ['idb', 'valibot', 'comlink'],
  },
  // The one chart: it knows neither candles nor ledgers.
  'web/chart': { imports: ['web/format'], packages: ['lightweight-charts'] },
  // Reads ledgers in a worker; it knows no screen.
  'web/ledger': { imports: ['wire', 'client', 'browser', 'web/format', 'web/client'] },
  'web/entities': { imports: [...screen, 'web/client'] },
  'web/list': { imports: [...screen, 'web/client'] },
  'web/grid': { imports: [...screen, 'web/client', 'web/entities', 'web/list'] },
  'web/features/*': { imports: [...screen, ...lists] },
  // The parties to choose from show their limits and what they are busy with.
  'web/features/party-choices': {
    imports: [
      ...screen,
      ...lists,
      'web/features/spam-statistics',
      'web/features/liquidity-providers',
      'web/features/margin-modes',
    ],
  },
  // Holds the worker that answers in a node's place.
  'web/features/archive': { imports: [...screen, ...lists, 'browser'] },
  // Export and statement show the rows and totals of a ledger alike; the statement also reads files of the export.
  'web/features/ledger-export': {
    imports: [...screen, ...lists, 'web/features/ledger', 'web/features/party-choices'],
  },
  'web/features/ledger-statement': {
    imports: [...screen, ...lists, 'web/features/ledger', 'web/features/ledger-export', 'web/features/party-choices'],
  },
  // Of a feature its index alone.
  'web/pages/*': { imports: [...screen, ...lists, 'web/features/*/index.ts'] },
  'web/app': { imports: ['wire', 'client', 'web'] },
}

const names = Object.keys(rooms).toSorted((a, b) => b.length - a.length)

/**
 * `path` below `room`; a star stands for one folder. The part of the path that the room's name covers, or undefined.
 * @param {string} path
 * @param {string} room
 */
function covered(path, room) {
  const parts = room.split('/')
  const folders = path.split('/').slice(0, parts.length)
  return parts.every((part, at) => part === '*' || part === folders[at]) ? folders.join('/') : undefined
}

/** Features whose `index.ts` says what others may import of them. */
const indexed = readdirSync(resolve(root, 'src/web/features')).filter((name) =>
  existsSync(resolve(root, 'src/web/features', name, 'index.ts')),
)

/** What is put together of single parts: the frame, which is small, and the choice of parties, which other features show. */
const composed = ['web/app/', 'web/features/party-choices/']

/**
 * The index that a file should import in place of the inside of another feature.
 * @param {string} file
 * @param {string} target
 */
function passedIndex(file, target) {
  if (composed.some((folder) => file.startsWith(folder))) return undefined
  const inside = indexed
    .map((name) => `web/features/${name}`)
    .find((feature) => target.startsWith(`${feature}/`) && !file.startsWith(`${feature}/`))
  return inside === undefined || target === `${inside}/index.ts` ? undefined : `${inside}/index.ts`
}

/**
 * Why a file may not import what `specifier` says; undefined when it may. Paths below src/, with `/`.
 * @param {string} file
 * @param {string} specifier
 */
export function refuse(file, specifier) {
  const name = names.find((room) => covered(file, room) !== undefined)
  const room = name === undefined ? undefined : rooms[name]
  if (name === undefined || room === undefined) return undefined
  const { imports, packages } = room
  if (!specifier.startsWith('.')) {
    const builtIn = name.startsWith('server/') && (specifier === '#host' || specifier.startsWith('node:'))
    const allowed =
      packages === undefined || builtIn || packages.some((one) => specifier === one || specifier.startsWith(`${one}/`))
    return allowed ? undefined : `${name} uses no packages but ${packages.join(', ') || 'none'}`
  }
  const target = resolve('/', dirname(file), specifier).slice(1)
  const index = passedIndex(file, target)
  if (index !== undefined) return `import ${index}`
  const own = covered(file, name)
  if ([own ?? name, ...imports].some((room) => covered(target, room) !== undefined)) return undefined
  return `${own} may import only ${imports.join(', ') || 'itself'}`
}

const rule = {
  /** @param {{ filename: string, report: (problem: { node: object, message: string }) => void }} context */
  create(context) {
    const file = relative(resolve(root, 'src'), context.filename).split(sep).join('/')
    if (file.startsWith('..') || /\.test\.tsx?$/.test(file)) return {}
    /** @param {{ source?: { value?: unknown } | null }} node */
    const check = (node) => {
      const specifier = node.source?.value
      if (!node.source || typeof specifier !== 'string') return
      const message = refuse(file, specifier)
      if (message !== undefined) context.report({ node: node.source, message })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}

export default { meta: { name: 'rooms' }, rules: { 'import-direction': rule } }
