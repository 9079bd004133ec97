// npm run lyra -- <arguments>: the command line of the built product.
import { buildWhenStale, runMain } from './build.mjs'

await buildWhenStale(['service'])
runMain(process.argv.slice(2))
