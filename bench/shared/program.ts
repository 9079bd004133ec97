import { parseArgs, type ParseArgsConfig } from 'node:util'

type Options = Readonly<Record<string, { type: 'string'; default?: string } | { type: 'boolean'; default: boolean }>>
type Values<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { default: infer Default }
    ? Default extends boolean
      ? boolean
      : string
    : string | undefined
}

/** The options of a program after its name; with `--help` it prints its usage and ends. */
export function readOptions<const O extends Options>(usage: string, options: O): Values<O> {
  const args = process.argv.slice(2).filter((argument, at) => at > 0 || argument.startsWith('-'))
  const known: NonNullable<ParseArgsConfig['options']> = { ...options, help: { type: 'boolean' } }
  const { values } = parseArgs({ args, options: known })
  if (values['help'] === true) {
    console.log(usage)
    process.exit()
  }
  return values as Values<O>
}

/** Prints a line of a table: a name and right-aligned cells. */
export function printRow(name: string, ...cells: readonly string[]): void {
  console.log(name.padEnd(54) + cells.map((cell) => cell.padStart(12)).join(''))
}

export const fixed = (value: number, digits = 1): string => (Number.isFinite(value) ? value.toFixed(digits) : '-')

export const grouped = (value: number): string => value.toLocaleString('en-US')

/** The value below which this share of the values lies. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
