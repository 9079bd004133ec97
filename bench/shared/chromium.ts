import { type Browser, chromium } from 'playwright'

/** What a browser without a screen needs, and what keeps it off the network. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const executablePath = process.env['LYRA_BROWSER']

/** The browser that `LYRA_BROWSER` names, otherwise the runner's own. */
export const browserOptions = { args: flags, ...(executablePath && { executablePath }) }

export const launchBrowser = (): Promise<Browser> => chromium.launch(browserOptions)
