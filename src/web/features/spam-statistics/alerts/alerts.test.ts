import { beforeEach, expect, test, vi } from 'vitest'
import type { SpamStatistics } from '../../../../wire/spam-statistics.ts'
import { setSpam } from '../../../preferences/lists.ts'
import { alertStates, preferences } from '../../../preferences/preferences.ts'
import { changesSince, forgetVerdicts, statesOf, watchParty } from './alerts.ts'
import { verdict } from '../verdict/verdict.ts'

const now = 1_700_000_000_000_000_000n
const party = 'c6a278'.padEnd(58, '0') + 'f4443b'

const transfers = (used: string, bannedUntil?: string): SpamStatistics => ({
  epochSeq: '1',
  transfers: { countForEpoch: used, maxForEpoch: '20', minTokensRequired: '0', ...(bannedUntil && { bannedUntil }) },
})
const told = (used: string, bannedUntil?: string) => verdict(transfers(used, bannedUntil), now)
const future = '2023-11-14T22:45:00Z'

const voice = { notify: vi.fn(), sound: vi.fn() }
beforeEach(() => {
  preferences.reset()
  forgetVerdicts()
  voice.notify.mockClear()
  voice.sound.mockClear()
})

test('a limit that gets worse alerts once, one that eases does not, the end of a ban does', () => {
  const words = (before: ReturnType<typeof told>, after: ReturnType<typeof told>): string[] =>
    changesSince(statesOf(before), after).map((change) => `${change.state}: ${change.words}`)
  expect(words(told('11'), told('12'))).toEqual(['watch: Transfers to watch: 12 of 20'])
  expect(words(told('12'), told('13'))).toEqual([])
  expect(words(told('11'), told('20'))).toEqual(['limit: Transfers at the limit: 20 of 20'])
  expect(words(told('20'), told('0'))).toEqual([])
  expect(words(told('20'), told('20', future))).toEqual(['banned: Transfers banned'])
  expect(words(told('20', future), told('20'))).toEqual(['free: Transfers no longer banned'])
})

test('no alert says that a bot is free before the node confirms it', () => {
  setSpam({ notify: ['free'], sound: ['free', 'limit'] })
  const justEnded = '2023-11-14T22:13:19Z'
  for (const ban of [future, justEnded, justEnded]) watchParty(party, told('20', ban), voice)
  expect(voice.notify).not.toHaveBeenCalled()
  expect(voice.sound).not.toHaveBeenCalled()
  watchParty(party, told('20'), voice)
  watchParty(party, told('20'), voice)
  expect(voice.notify.mock.calls.map(([, words]) => words as string)).toEqual(['Transfers no longer banned'])
  expect(voice.sound.mock.calls.flat()).toEqual(['free'])
})

test('a ban that the node never stops reporting is confirmed for at most a minute', () => {
  setSpam({ notify: ['free'] })
  watchParty(party, told('20', future), voice)
  watchParty(party, told('20', '2023-11-14T22:12:20Z'), voice)
  expect(voice.notify.mock.calls.map(([, words]) => words as string)).toEqual([
    'Transfers ban has expired, the node still reports it',
  ])
})

test('the first reply alerts nothing, and neither does a kind that is turned off', () => {
  watchParty(party, told('20'), voice)
  watchParty(party, told('20', future), voice)
  expect(voice.notify).not.toHaveBeenCalled()
  expect(voice.sound).not.toHaveBeenCalled()
})

test('each change alerts once, by the name of the party, in the chosen ways', () => {
  preferences.set({ nicknames: { [party]: 'mm-bot-3' } })
  setSpam({ notify: ['near', 'banned'], sound: ['banned', 'free'] })
  for (const [used, ban] of [['11'], ['12'], ['16'], ['16'], ['17'], ['17', future], ['17', future], ['17']] as const)
    watchParty(party, told(used, ban), voice)
  expect(voice.notify.mock.calls.map(([name, words]) => `${name}: ${words}`)).toEqual([
    'mm-bot-3: Transfers near the limit: 16 of 20',
    'mm-bot-3: Transfers banned',
  ])
  expect(voice.sound.mock.calls.flat()).toEqual(['banned', 'free'])
})

test('a snooze keeps everything quiet, and nothing is made up for afterwards', () => {
  setSpam({ notify: alertStates, sound: alertStates, snoozedUntil: 2_000 })
  watchParty(party, told('11'), voice, 0)
  watchParty(party, told('16'), voice, 1_000)
  watchParty(party, told('16'), voice, 3_000)
  expect(voice.notify).not.toHaveBeenCalled()
  watchParty(party, told('20'), voice, 4_000)
  expect(voice.notify).toHaveBeenCalledTimes(1)
})

test('another node is another party', () => {
  setSpam({ notify: alertStates })
  watchParty(party, told('11'), voice)
  preferences.set({ node: 'https://alerts.example' })
  watchParty(party, told('20'), voice)
  expect(voice.notify).not.toHaveBeenCalled()
})
