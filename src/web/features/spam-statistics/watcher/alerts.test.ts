import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SpamStatistics } from '../../../../wire/spam-statistics.ts'
import { setSpam } from '../../../preferences/set-preferences.ts'
import { alertStates, preferences } from '../../../preferences/preferences.ts'
import { alertChanges, alertUnread, forgetAlertRecords } from './alerts.ts'
import { verdict } from '../../../../wire/spam/spam-verdict.ts'

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
  forgetAlertRecords()
  voice.notify.mockClear()
  voice.sound.mockClear()
})

test('no alert says that a bot is free before the node confirms it', () => {
  setSpam({ notify: ['banned'], sound: true })
  const justEnded = '2023-11-14T22:13:19Z'
  for (const ban of [future, justEnded, justEnded]) alertChanges(party, told('20', ban), voice)
  expect(voice.notify).not.toHaveBeenCalled()
  expect(voice.sound).not.toHaveBeenCalled()
  alertChanges(party, told('20'), voice)
  alertChanges(party, told('20'), voice)
  expect(voice.notify.mock.calls.map(([, words]) => words as string)).toEqual(['Transfers no longer banned'])
  expect(voice.sound.mock.calls.flat()).toEqual(['free'])
})

test('a ban that the node keeps reporting is never reported as over', () => {
  setSpam({ notify: alertStates })
  alertChanges(party, told('20', future), voice)
  alertChanges(party, told('20', '2023-11-14T22:12:20Z'), voice)
  expect(voice.notify).not.toHaveBeenCalled()
})

describe('a value that flaps across a line', () => {
  const heard = (
    steps: readonly (readonly [used: string, minute: number, epoch?: string, ban?: string])[],
  ): string[] => {
    setSpam({ notify: alertStates })
    for (const [used, minute, epoch = '1', ban] of steps)
      alertChanges(party, verdict({ ...transfers(used, ban), epochSeq: epoch }, now), voice, minute * 60_000)
    return voice.notify.mock.calls.map(([, words]) => words as string)
  }
  const near = 'Transfers near the limit: 16 of 20'

  test('raises one alert, and another after a quiet time', () => {
    const flaps = Array.from({ length: 30 }, (_, at) => [at % 2 === 0 ? '15' : '16', at / 10] as const)
    expect(heard([['0', 0], ...flaps, ['15', 13], ['16', 14]])).toEqual([near, near])
  })
  test('raises a new alert in the next epoch, though no reading saw the count at zero', () => {
    expect(
      heard([
        ['0', 0],
        ['16', 1],
        ['16', 2, '2'],
        ['16', 3, '1'],
        ['16', 4, '2'],
      ]),
    ).toEqual([near, near])
  })
  test('raises an alert when it gets worse', () => {
    expect(
      heard([
        ['0', 0],
        ['16', 1],
        ['15', 2],
        ['20', 3],
        ['16', 4],
        ['20', 5],
      ]),
    ).toEqual([near, 'Transfers: limit reached (20 of 20)'])
  })
  test('a ban that one of two nodes reports raises one alert, another ban raises another', () => {
    const later = '2023-11-14T23:45:00Z'
    expect(
      heard([
        ['0', 0],
        ['0', 1, '1', future],
        ['0', 2],
        ['0', 3, '1', future],
        ['0', 4],
        ['0', 5, '1', later],
      ]),
    ).toEqual(['Can’t transfer', 'Transfers no longer banned', 'Can’t transfer'])
  })
  test('a reading without the counter raises no alert', () => {
    setSpam({ notify: alertStates })
    alertChanges(party, told('20'), voice)
    alertChanges(party, verdict({ epochSeq: '1' }, now), voice)
    alertChanges(party, told('20'), voice)
    expect(voice.notify).not.toHaveBeenCalled()
  })

  test('over random sequences no alert repeats in an epoch, and no worsening is missed', () => {
    const rank = (used: number): number => [16, 20].filter((line) => used >= line).length
    fc.assert(
      fc.property(fc.array(fc.record({ used: fc.nat(22), next: fc.boolean() }), { maxLength: 60 }), (steps) => {
        forgetAlertRecords()
        voice.notify.mockClear()
        setSpam({ notify: alertStates })
        let [epoch, worst] = [1, 0]
        const at = (used: number): number => {
          voice.notify.mockClear()
          alertChanges(party, { ...told(String(used)), epoch: String(epoch) }, voice, 0)
          return voice.notify.mock.calls.length
        }
        at(0)
        for (const { used, next } of steps) {
          if (next) [epoch, worst] = [epoch + 1, 0]
          expect(at(used)).toBe(rank(used) > worst ? 1 : 0)
          worst = Math.max(worst, rank(used))
        }
      }),
    )
  })
})

test('the first reply alerts nothing, and neither does a kind that is turned off', () => {
  alertChanges(party, told('20'), voice)
  alertChanges(party, told('20', future), voice)
  expect(voice.notify).not.toHaveBeenCalled()
  expect(voice.sound).not.toHaveBeenCalled()
})

test('each change alerts once, by the name of the party, in the chosen ways', () => {
  preferences.set({ nicknames: { [party]: 'mm-bot-3' } })
  setSpam({ notify: ['near', 'banned'], sound: true })
  for (const [used, ban] of [['11'], ['12'], ['16'], ['16'], ['17'], ['17', future], ['17', future], ['17']] as const)
    alertChanges(party, told(used, ban), voice)
  expect(voice.notify.mock.calls.map(([name, words]) => `${name}: ${words}`)).toEqual([
    'mm-bot-3: Transfers near the limit: 16 of 20',
    'mm-bot-3: Can’t transfer',
    'mm-bot-3: Transfers no longer banned',
  ])
  expect(voice.sound.mock.calls.flat()).toEqual(['near', 'banned', 'free'])
})

test('a snooze keeps everything quiet, and nothing is made up for afterwards', () => {
  setSpam({ notify: alertStates, sound: true, snoozedUntil: 2_000 })
  alertChanges(party, told('11'), voice, 0)
  alertChanges(party, told('16'), voice, 1_000)
  alertChanges(party, told('16'), voice, 3_000)
  expect(voice.notify).not.toHaveBeenCalled()
  alertChanges(party, told('20'), voice, 4_000)
  expect(voice.notify).toHaveBeenCalledTimes(1)
})

test('a snooze that a wrong clock put years ahead keeps nothing quiet', () => {
  const year = 365 * 86_400_000
  setSpam({ notify: alertStates, snoozedUntil: 10 * year })
  alertChanges(party, told('11'), voice, 0)
  alertChanges(party, told('20'), voice, 1_000)
  expect(voice.notify).toHaveBeenCalledTimes(1)
})

test('a threshold that the reader moves raises no alert', () => {
  setSpam({ notify: alertStates })
  const judged = (watchAt: number, nearAt: number): void => {
    setSpam({ watchAt, nearAt })
    alertChanges(party, verdict(transfers('11'), now, { watchAt, nearAt }), voice)
  }
  judged(60, 80)
  judged(40, 50)
  expect(voice.notify).not.toHaveBeenCalled()
})

test('parties that become unread within seconds are told together, once', () => {
  setSpam({ notify: alertStates })
  const other = 'b2'.repeat(32)
  const read = (isOtherFailing: boolean, at: number): void =>
    alertUnread(
      new Map([
        [party, true],
        [other, isOtherFailing],
      ]),
      voice,
      at,
    )
  read(false, 0)
  for (const at of [10_000, 120_000, 130_000]) read(true, at)
  expect(voice.notify.mock.calls.map(([title]) => title as string)).toEqual(['c6a278…f4443b, b2b2b2…b2b2b2'])
})

test('another node is another party', () => {
  setSpam({ notify: alertStates })
  alertChanges(party, told('11'), voice)
  preferences.set({ node: 'https://alerts.example' })
  alertChanges(party, told('20'), voice)
  expect(voice.notify).not.toHaveBeenCalled()
})
