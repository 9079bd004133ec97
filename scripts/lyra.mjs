// npm run lyra -- <arguments>: the command line of the built product.
import { buildWhenStale, runMain } from './build.mjs'

buildWhenStale()
runMain(process.argv.slice(2))
