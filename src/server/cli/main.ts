import { parseCommandLine } from './command-line.ts'
import { runFolderCommand } from './folder-commands.ts'
import { runImport } from './import.ts'
import { schemaText } from './schema.ts'
import { runServe } from './serve/serve.ts'
import { log } from '../log.ts'
import { usage } from './usage.ts'
import { UsageError } from './usage-error.ts'
import { version } from '../version.ts'

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
      process.stdout.write(schemaText(command.citus))
      return 0
    case 'import':
      return runImport(command.options)
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

/** Removes terminal control characters, which file and column names of archives may contain. */
const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')

// Node prints the error itself after this line.
process.on('uncaughtExceptionMonitor', () => log.fatal('lyra: ended by an error that nobody handled:'))

try {
  process.exitCode = await run()
} catch (error) {
  const known = error instanceof Error ? error : new Error(String(error))
  if (isDefect(known)) log.fatal('lyra: ended by a defect:', known)
  else log.fatal(`lyra: ${printable(known.message)}`)
  process.exitCode = known instanceof UsageError ? 2 : 1
}
// A database that did not close in time must not keep the process alive.
process.exit()
