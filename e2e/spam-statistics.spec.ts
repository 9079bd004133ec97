import { spamCounters, type SpamStatistics } from '../src/wire/spam-statistics.ts'
import { amount, literally } from './expected.ts'
import { expect, test } from './fixtures.ts'
import { demoTime } from './service.ts'
import { testStates } from './states.ts'

const labels: Record<(typeof spamCounters)[number], string> = {
  applyReferralCode: 'Apply referral code',
  createReferralSet: 'Create referral set',
  updateReferralSet: 'Update referral set',
  delegations: 'Delegations',
  issueSignatures: 'Multisig signatures',
  nodeAnnouncements: 'Node announcements',
  proposals: 'Proposals',
  transfers: 'Transfers',
}

const bansOf = (spam: SpamStatistics) =>
  spamCounters.filter((name) => Date.parse(spam[name]?.bannedUntil ?? '') > Date.parse(demoTime))

/** Seconds after the demo network's present, as the network writes an instant. */
const inSeconds = (seconds: number) => new Date(Date.parse(demoTime) + seconds * 1000).toISOString()

test('every gauge shows the counters of the node', async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const spam = await network.spam(partyId)
  await page.goto(`/spam/${partyId}`)
  await page.getByText(/^Unused this epoch: /).click()
  for (const name of spamCounters) {
    const card = page.getByRole('article', { name: labels[name], exact: true })
    const { countForEpoch, maxForEpoch, minTokensRequired } = spam[name] ?? { countForEpoch: '?' }
    await expect(card).toContainText(`${amount(countForEpoch)} / ${amount(maxForEpoch ?? '')}`)
    await expect(card.getByRole('meter', { name: labels[name] })).toHaveAttribute(
      'aria-valuetext',
      new RegExp(`^${amount(countForEpoch)} of ${amount(maxForEpoch ?? '')} used`),
    )
    if (minTokensRequired !== '0') {
      await expect(card.getByTitle(`${minTokensRequired} smallest units`)).toContainText(
        amount(minTokensRequired ?? '', 18).replace(/\.?0+$/, ''),
      )
    }
  }
  await expect(page.getByRole('main').getByText(`Epoch ${amount(spam.epochSeq)}`)).toBeVisible()
})

test('a mistyped key is never called safe; in capitals it equals the key in lower case', async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const typo = `${partyId.slice(0, -1)}${partyId.endsWith('0') ? '1' : '0'}`
  await page.addInitScript((id) => localStorage.setItem('lyra.preferences', JSON.stringify({ watched: [id] })), typo)
  const main = page.getByRole('main')
  for (const address of [`/spam/${typo}`, `/parties/${typo}`, `/spam?party=${typo}`, '/?show=watched']) {
    await page.goto(address)
    await expect(main.getByText('This node has no record of this key').first(), address).toBeVisible()
    await expect(main.getByText(/No limit reached|^OK$/), address).toHaveCount(0)
  }
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('No record')).toBeAttached()

  await page.goto(`/spam/%200x${partyId.toUpperCase()}`)
  await expect(page).toHaveURL(`/spam/${partyId}`)
  await expect(main.getByText('no record of this key')).toHaveCount(0)
  const { transfers } = await network.spam(partyId)
  await expect(page.getByRole('article', { name: 'Transfers', exact: true })).toContainText(
    `${amount(transfers?.countForEpoch ?? '')} / ${amount(transfers?.maxForEpoch ?? '')}`,
  )
})

test('the headline names the counter closest to its limit', { tag: '@full' }, async ({ page, network }) => {
  const near = await network.partyWith(async (id) => {
    const { transfers } = await network.spam(id)
    const [used, most] = [BigInt(transfers?.countForEpoch ?? 0), BigInt(transfers?.maxForEpoch ?? 1)]
    return used * 10n >= most * 8n && used < most
  })
  const { transfers } = await network.spam(near)
  await page.goto(`/spam/${near}`)
  const words = `No limit reached. Closest: transfers ${transfers?.countForEpoch} of ${transfers?.maxForEpoch}`
  await expect(page.getByRole('heading', { level: 2, name: words })).toBeVisible()

  const full = await network.partyWith(async (id) => {
    const { applyReferralCode: counter } = await network.spam(id)
    return counter !== undefined && counter !== null && counter.countForEpoch === counter.maxForEpoch
  })
  await page.goto(`/spam/${full}`)
  await expect(page.getByRole('heading', { level: 2, name: 'Referral codes: limit reached' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Apply referral code' })).toContainText('At limit')
})

test('a banned party shows what is banned, the time left and the end', async ({ page, network }) => {
  const banned = await network.partyWith(async (id) => bansOf(await network.spam(id)).length > 0)
  const spam = await network.spam(banned)
  const [name] = bansOf(spam)
  const label = labels[name ?? 'transfers']
  await page.goto(`/spam/${banned}`)
  await expect(
    page.getByRole('heading', { level: 2, name: /^(Can’t .+|Banned: no transaction is accepted)(, the last)? until / }),
  ).toBeVisible()
  const card = page.getByRole('article', { name: label })
  await expect(card).toContainText('Banned')
  await expect(card.getByRole('timer')).toHaveText(/^00:0[01]:[0-7]\d$/)
  const end = (spam[name ?? 'transfers']?.bannedUntil ?? '').slice(11, 19)
  await expect(card).toContainText(`until ${end} UTC`)
  await expect(card).toContainText('20 Nov 2026')
})

test(
  'states without a ban: no limit, not allowed, not reported',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const partyId = await network.versatileParty()
    await faults.set({
      path: '/statistics/spam/',
      fault: {
        set: {
          'statistics.proposals.maxForEpoch': '18446744073709551615',
          'statistics.delegations.maxForEpoch': '0',
          'statistics.transfers.bannedUntil': inSeconds(-3600),
        },
        remove: ['statistics.issueSignatures'],
      },
    })
    await page.goto(`/spam/${partyId}`)
    await expect(page.getByRole('article', { name: 'Proposals' })).toContainText('No limit')
    await expect(page.getByRole('article', { name: 'Delegations' })).toContainText('Not allowed')
    await expect(page.getByRole('article', { name: 'Multisig signatures' })).toContainText('Not reported')
    await expect(page.getByRole('article', { name: 'Transfers' })).not.toContainText('Banned')
  },
)

test('votes have a gauge for each proposal, the fullest first', { tag: '@full' }, async ({ page, network, faults }) => {
  const partyId = await network.versatileParty()
  const vote = (digit: string, countForEpoch: string) => ({
    proposal: digit.repeat(64),
    countForEpoch,
    minTokensRequired: '1000000000000000000',
  })
  await faults.set({
    path: '/statistics/spam/',
    fault: { set: { 'statistics.votes.statistics': [vote('a', '1'), vote('b', '3'), vote('c', '0')] } },
  })
  await page.goto(`/spam/${partyId}`)
  const votes = page.getByRole('region', { name: 'Votes per proposal' }).getByRole('listitem')
  await expect(votes).toHaveCount(3)
  await expect(votes.nth(0)).toContainText('b'.repeat(64))
  await expect(votes.nth(0)).toContainText('3 of 3 used')
  await expect(votes.nth(2)).toContainText('0 of 3 used')
  await expect(page.getByRole('article', { name: 'Votes' })).toContainText('At limit')
})

test('proof of work: blocks newest first, each with the transactions still allowed', async ({
  page,
  network,
  faults,
}) => {
  const partyId = await network.partyWith(async (id) => ((await network.spam(id)).pow?.blockStates.length ?? 0) > 8)
  const { pow } = await network.spam(partyId)
  const blocks = (pow?.blockStates ?? []).toSorted((a, b) => Number(BigInt(b.blockHeight) - BigInt(a.blockHeight)))
  await faults.set({
    path: '/statistics/spam/',
    fault: { set: { 'statistics.pow.blockStates': blocks.toReversed() } },
  })
  await page.goto(`/spam/${partyId}`)
  const table = page.getByRole('table', { name: 'Proof of work by block' })
  await expect(table.getByRole('rowheader')).toHaveCount(Math.min(12, blocks.length))
  if (blocks.length > 12) await page.getByRole('button', { name: `Show more of ${blocks.length} blocks` }).click()
  await expect(table.getByRole('rowheader')).toHaveText(
    blocks.map(({ blockHeight }) => new RegExp(`^${amount(blockHeight)}`)),
  )
  await page.getByRole('button', { name: 'Show hashes' }).click()
  for (const [at, { blockHash, transactionsSeen, txPerBlock }] of blocks.slice(0, 3).entries()) {
    const row = table.getByRole('row').nth(at + 1)
    await expect(row.getByRole('cell', { name: `block ${blockHash}` })).toBeVisible()
    await expect(row).toContainText(`${transactionsSeen} / ${txPerBlock}`)
  }
})

test('while paused no request is sent', { tag: '@full' }, async ({ page, network, requests }) => {
  await page.clock.install()
  await page.goto(`/spam/${await network.versatileParty()}`)
  await expect(page.getByRole('article', { name: 'Transfers' })).toBeVisible()
  const live = requests.matching(/^\/statistics\/spam\//).length
  await page.clock.runFor(6000)
  await expect.poll(() => requests.matching(/^\/statistics\/spam\//).length).toBeGreaterThan(live)
  await page.getByRole('main').getByRole('switch', { name: 'Live' }).click()
  const paused = requests.matching(/^\/statistics\/spam\//).length
  await page.clock.runFor(12_000)
  await expect(page.getByText(/^Updated ([7-9]\.\d|\d\d) s ago$/)).toBeVisible()
  expect(requests.matching(/^\/statistics\/spam\//)).toHaveLength(paused)
})

test(
  'when the node stops answering the last values stay, with their age',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const partyId = await network.versatileParty()
    await page.goto(`/spam/${partyId}`)
    await expect(page.getByRole('article', { name: 'Transfers' })).toBeVisible()
    await faults.set({ path: '/statistics/spam/', fault: { status: 500 } })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    const notice = page.getByRole('status').filter({ hasText: 'Could not load newer values' })
    await expect(notice).toHaveText(/Could not load newer values: .+\. These are .+ old\./)
    // announced once, not every second
    await expect(notice.locator('[aria-live=off]')).toHaveText(/^\d.* (s|min)$/)
    await expect(page.getByRole('article', { name: 'Transfers' })).toBeVisible()
  },
)

test('an invalid id gets a warning and is requested anyway', { tag: '@full' }, async ({ page, requests }) => {
  await page.goto('/spam/not-an-id')
  await expect(page.getByText('Not a 64-character id')).toBeVisible()
  await expect.poll(() => requests.matching(new RegExp(literally('/statistics/spam/not-an-id')))).not.toHaveLength(0)
})

testStates({
  at: async (network) => `/spam/${await network.versatileParty()}`,
  path: '/statistics/spam/',
  data: (page) => page.getByRole('article', { name: 'Transfers' }),
  empty: /No limit reached|Nothing counted/,
  wrong: { 'statistics.transfers.countForEpoch': 'many' },
})
