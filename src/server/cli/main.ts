import { UsageError, parseCommandLine, usage } from './command-line.ts'
import { runImport } from './import.ts'
import { runServe } from './serve.ts'
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
    case 'import':
      return runImport(command.options)
    case 'serve':
      return runServe(command.options)
  }
}

/** Errors that only a defect throws are told with their stack; all others carry a sentence. */
const isDefect = (error: Error): boolean => /^(?:Type|Reference|Range|Syntax|Assertion)Error/.test(error.name)

/** Archives choose file and column names: what would steer a terminal is left out. */
const harmless = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')

// What follows in the log is the error itself, from Node.
process.on('uncaughtExceptionMonitor', () => console.error('lyra: ended by an error that nobody handled:'))

try {
  process.exitCode = await run()
} catch (error) {
  const known = error instanceof Error ? error : new Error(String(error))
  console.error(isDefect(known) ? known : `lyra: ${harmless(known.message)}`)
  process.exitCode = known instanceof UsageError ? 2 : 1
}
// Whatever still holds the process (a database that did not close in time) must not keep it.
process.exit()
