import { defineConfig } from 'playwright/test'

/**
 * Features of Chromium switched off. Two are windows of the address bar, which cost each context a process of its own,
 * and one is a process kept in reserve: together a quarter of the processor time of a run. The others are what
 * Playwright switches off itself: Chromium reads the last list only.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

const ci = process.env['CI'] !== undefined

/** The built product in a real browser: one service per worker, on its own port and its own copy of the demo network. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './demo-network.ts',
  fullyParallel: false,
  forbidOnly: ci,
  // CI retries a test that a busy machine was too slow for and reports it as flaky; locally it fails.
  retries: ci ? 2 : 0,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./timings-reporter.ts']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    colorScheme: 'dark',
    // A trace records every test for the few that fail: on two cores that took as long as the tests themselves.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['LYRA_BROWSER'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${disabledFeatures.join(',')}`,
      ],
    },
  },
})
