import citus from '../database/citus.sql?raw'
import schema from '../database/schema.sql?raw'
import { log, printable } from '../log.ts'
import { version } from '../version.ts'
import { parseCommandLine } from './command-line.ts'
import { runExport } from './read/export.ts'
import { printed, runList } from './read/list.ts'
import { runFolderCommand } from './folder-commands.ts'
import { runImport } from './import.ts'
import { runServe } from './serve/serve.ts'
import { UsageError } from './operating-options.ts'
import { runWatch } from './watch/watch.ts'

const usage = `Usage:
  lyra serve [options]                          answer the interface and show the dashboard
  lyra demo [options]                           the same for a network of invented data
  lyra import <archive.zip>... --data <dir>     load network-history archives
  lyra backup <dir> <file.tar.gz>               write what was imported into a directory to one new file
  lyra restore <file.tar.gz> <dir>              the same back into a new or empty directory
  lyra verify <dir>                             read every row of a directory and say whether it is whole
  lyra watch [<party>...] [options]             print changes of spam limits, exit by the state reached
  lyra export <party> --out <file> [options]    write a party's ledger of a Lyra or any node into a file
  lyra list <operation> [name=value...] [--all] print the records of a list as CSV or JSON
  lyra schema [--citus]                         print the statements of the tables; distributed over workers

What to serve (one of the first two):
  --data <dir>        the network imported into this directory
  --database <url>    a PostgreSQL, such as postgres://user@host/name (or DATABASE_URL); import: an empty one
                      several hosts, as in postgres://one,two:5433/name: the first that is up to date is read
  --max-lag <blocks>  leaves out hosts that are further behind; 10 unless given
  --no-prepare        sends that PostgreSQL no prepared statements: for poolers that lose them
  --core <url>        REST server of a core node, for spam statistics (or CORE_URL)

Keeping what is read of parties, so that it is there when a page is opened (in memory):
  --watch <party>[,<party>...]  their spam counters every 5 seconds, of this epoch; at most 50 parties
  --watch-file <file>           the same for the parties of a file, one a line: id, or id,name as CSV; # begins a comment

Telling others of each worsening and recovery of the watched parties, once (docs/operations.md has recipes):
  --notify <url>[,<url>...]     posts JSON with a ready sentence to webhooks; LYRA_NOTIFY keeps secrets out of lists
  --notify-template <file>[,...]  JSON whose strings have placeholders such as {text}: for all, or one for each URL
  --notify-state <file>         what a restart must not repeat; .lyra/notify.json unless given
  --public-url <url>            where the dashboard is reached, for a link in each message

Where:
  --port <number>     8080 unless given; 0 takes any free one
  --host <address>    127.0.0.1 unless given
  --dashboard <dir>   the built dashboard; dist/web unless given

Memory:
  --cache <MB>        for bodies that are asked for again within a block; 64 unless given, 0 keeps none

Running it as a service (docs/operations.md):
  --log <format>      json or pretty: one line a request too; off: none. Sentences only unless given
  --metrics <place>   for Prometheus: a port of 127.0.0.1, an address with a port, or a path such as /metrics;
                      import: a port, for its progress
  --rate-limit <n>/s  requests a second of one address, five times as many at once; unlimited unless given
  --trusted-proxy <address>[,<range>...]  whose X-Forwarded-For, -Proto and -Host are believed
  --frame-ancestors <site>[,<site>...]  may show a chart or limits in a frame (?embed=1), or self; none unless given

lyra watch (of a Lyra or any node; without a party those that a Lyra watches or names):
  --node <url>        its address; http://127.0.0.1:8080 unless given
  --until <state>     ends once a party is near, at its limit or banned (near, limit, banned), or worse
  --once              reads each party one time, as for cron
  --json              one JSON object a line
  --watch-file <file> parties and their names, as above
                      exit status: 0 all OK (--once), 3 near, 4 limit, 5 banned, also while its end is unconfirmed,
                      6 could not be read or is not known (--once), 2 wrong arguments, 1 other errors, 130 stopped

lyra export and lyra list (of a Lyra or any node, within its request limit):
  --node <url>        its address; http://127.0.0.1:8080 unless given
  --from, --to <time> export: entries from this time on and before that one, such as 2026-01-01 (UTC) or an RFC 3339 time
  --asset <id>        export: entries of this asset
  --resume            export: continues the file where it ends
  --verify            export: asks for the last rows again; they must be there still, with no others behind them
  --all               list: every page, not only the first 1000 records; pagination.first=<n> sets the size of a page
  --format <format>   list: csv (unless given) or jsonl, one JSON object a line
                      exit status: 0 whole, 3 cut (--resume continues it), 4 refused by the node or out of reach, 5 the file
                      is no longer what the node sends, 2 wrong arguments, 1 other errors, 130 stopped

The demo network:
  --demo-data <dir>   keeps it in this directory; .lyra/demo unless given
  --demo-seed <n>     other parties and prices
  --demo-time <time>  its clock at the start, such as 2026-01-01T00:00:00Z
  --frozen            no new blocks

  --faults            lets /faults make the service misbehave: development and tests only
  --help, --version`

async function run(): Promise<number> {
  const command = parseCommandLine(process.argv.slice(2), process.env)
  switch (command.name) {
    case 'help':
      console.log(usage)
      return 0
    case 'version':
      console.log(version)
      return 0
    case 'schema':
      await printed(command.citus ? `${schema}\n${citus}` : schema)
      return 0
    case 'import':
      return runImport(command.options)
    case 'watch':
      return runWatch(command.options)
    case 'export':
      return runExport(command.options)
    case 'list':
      return runList(command.options)
    case 'serve':
      return runServe(command.options)
    case 'backup':
    case 'restore':
    case 'verify':
      return runFolderCommand(command)
  }
}

/** Defects are printed with their stack; all other errors carry a sentence. */
const isDefect = (error: Error): boolean => /^(?:Type|Reference|Range|Syntax|Assertion)Error/.test(error.name)

// Node prints the error itself after this line.
process.on('uncaughtExceptionMonitor', () => log.fatal('lyra: ended by an error that nobody handled:'))

// Whoever reads what is printed may leave, as `head` does, and its disk may fill: that ends no import, check or service.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

try {
  process.exitCode = await run()
} catch (error) {
  const failure = error instanceof Error ? error : new Error(String(error))
  if (isDefect(failure)) log.fatal('lyra: ended by a defect:', failure)
  else log.fatal(`lyra: ${printable(failure.message)}`)
  process.exitCode = failure instanceof UsageError ? 2 : 1
}
// A database that did not close in time must not keep the process alive.
process.exit()
