// npm start: builds when that is due, then serves the source that is named, or else the demo network. Arguments are those of
// `lyra serve`.
import { buildWhenStale, commandFor, runMain } from './build.mjs'

const args = process.argv.slice(2)
await buildWhenStale(['service', 'dashboard'])
runMain([commandFor(args), ...args])
