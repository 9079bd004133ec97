import { expectNoViolations, violations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { demoTime } from './service.ts'

/** That many seconds after the demo network's time, as the network writes a time. */
const inSeconds = (seconds: number) => new Date(Date.parse(demoTime) + seconds * 1000).toISOString()
const vote = (digit: string, countForEpoch: string) => ({
  proposal: digit.repeat(64),
  countForEpoch,
  minTokensRequired: '100000000000000000000',
})

const states: [name: string, set: Record<string, unknown>, remove: string[]][] = [
  [
    'one card in each state, with a running ban',
    {
      'statistics.proposals.bannedUntil': inSeconds(1902),
      'statistics.nodeAnnouncements.bannedUntil': 'soon',
      'statistics.applyReferralCode.bannedUntil': inSeconds(-3600),
      'statistics.transfers.countForEpoch': '18',
      'statistics.createReferralSet.countForEpoch': '2',
      'statistics.updateReferralSet.maxForEpoch': '0',
      'statistics.issueSignatures.maxForEpoch': '18446744073709551615',
      'statistics.votes.statistics': [vote('a', '2'), vote('b', '1')],
    },
    ['statistics.delegations'],
  ],
  ['an expired ban', { 'statistics.proposals.bannedUntil': inSeconds(-20) }, []],
  ['a ban for proof of work', { 'statistics.pow.bannedUntil': inSeconds(600) }, []],
  [
    'numbers of twenty digits',
    {
      'statistics.transfers.countForEpoch': '18446744073709551613',
      'statistics.transfers.maxForEpoch': '18446744073709551614',
      'statistics.delegations.countForEpoch': '18446744073709551615',
      'statistics.delegations.minTokensRequired': '123456789012345678901234567890',
      'statistics.proposals.maxForEpoch': '18446744073709551615',
      'statistics.proposals.bannedUntil': '9999-12-31T23:59:59.999999999Z',
      'statistics.votes.maxForEpoch': '18446744073709551615',
      'statistics.votes.statistics': [vote('a', '18446744073709551615')],
      'statistics.pow.blockStates.*.expectedDifficulty': '256',
      'statistics.pow.blockStates.*.txPerBlock': '18446744073709551615',
    },
    [],
  ],
  ['nothing reported', {}, ['statistics.votes', 'statistics.pow', 'statistics.transfers']],
]

for (const [name, set, remove] of states) {
  test(`limits of a party have no axe violation and no sideways scroll: ${name}`, async ({ page, network, faults }) => {
    await faults.set({ path: '/statistics/spam/', fault: { set, remove } })
    await page.goto(`/spam/${await network.versatileParty()}`)
    await expect(page.getByRole('region', { name: 'Limits', exact: true })).toBeVisible()
    await expectNoViolations(page, 'main')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
}

test('an open explanation and an open menu have no axe violation', async ({ page, network }) => {
  await page.goto(`/spam/${await network.versatileParty()}`)
  await page.getByRole('button', { name: 'About Transfers' }).click()
  await expect(page.getByText(/cancelling a recurring one count together/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Alerts are off' }).click()
  await expect(page.getByRole('group', { name: 'Tell me when a watched party is' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})
