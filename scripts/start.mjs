// npm start: builds when that is due, then serves. Arguments are those of `lyra serve`.
import { buildWhenStale, runMain } from './build.mjs'

buildWhenStale()
runMain(['serve', ...process.argv.slice(2)])
