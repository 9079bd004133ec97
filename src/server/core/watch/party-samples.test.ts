import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SpamReading } from '../../../wire/spam-history.ts'
import { PartySamples } from './party-samples.ts'

const start = Date.parse('2026-03-01T16:00:00Z')
const reading = (used: string, epochSeq = '7'): SpamReading => ({
  epochSeq,
  counters: { transfers: { used, max: '20' } },
})
const at = (seconds: number): number => start + seconds * 1000
const clock = (seconds: number): string => new Date(at(seconds)).toISOString()

test('equal readings are one sample; a changed counter, limit or ban begins another', () => {
  const party = new PartySamples()
  for (let second = 0; second <= 3600; second += 5) party.add(reading('3'), at(second))
  party.add(reading('4'), at(3605))
  party.add({ ...reading('4'), powBannedUntil: '2026-03-01T17:30:00.000000001Z' }, at(3610))
  party.add({ epochSeq: '7', counters: { transfers: { used: '4', max: '30' } } }, at(3615))
  expect(party.samples.map(({ time, until, readings }) => [time, until, readings])).toEqual([
    [clock(0), clock(3600), 721],
    [clock(3605), clock(3605), 1],
    [clock(3610), clock(3610), 1],
    [clock(3615), clock(3615), 1],
  ])
  expect(party.samples[2]).toMatchObject({ epochSeq: '7', powBannedUntil: '2026-03-01T17:30:00.000000001Z' })
  expect(party.gaps).toEqual([])
})

test('a failed read is a gap with its reason and never a zero; equal readings on both sides stay two samples', () => {
  const party = new PartySamples()
  party.fail('away', at(0))
  party.add(reading('3'), at(5))
  party.fail('away', at(10))
  party.fail('away', at(15))
  party.fail('banned', at(20))
  party.add(reading('3'), at(25))
  party.add(reading('3'), at(30))
  expect(party.gaps).toEqual([
    { from: clock(0), until: clock(0), reason: 'away' },
    { from: clock(10), until: clock(15), reason: 'away' },
    { from: clock(20), until: clock(20), reason: 'banned' },
  ])
  expect(party.samples.map(({ time, until, readings }) => [time, until, readings])).toEqual([
    [clock(5), clock(5), 1],
    [clock(25), clock(30), 2],
  ])
})

test('a machine that slept leaves a gap, though no read failed', () => {
  const party = new PartySamples()
  party.add(reading('3'), at(0))
  party.add(reading('3'), at(7200))
  expect(party.samples).toHaveLength(2)
  expect(party.gaps).toMatchObject([{ from: clock(0), until: clock(7200) }])
})

test('half a minute without a reading is no gap, and more is', () => {
  const party = new PartySamples()
  for (const second of [0, 30]) party.add(reading('3'), at(second))
  expect(party.gaps).toEqual([])
  party.add(reading('3'), at(60.001))
  expect(party.gaps).toHaveLength(1)
})

test('an epoch that begins keeps what was read before, a chain that was reset starts over', () => {
  const party = new PartySamples()
  party.add(reading('19'), at(0))
  party.fail('away', at(5))
  party.add(reading('19'), at(10))
  party.fail('at the change of epochs', at(15))
  party.add(reading('0', '8'), at(20))
  expect(party.samples.map(({ epochSeq, counters }) => [epochSeq, counters.transfers?.used])).toEqual([
    ['7', '19'],
    ['7', '19'],
    ['8', '0'],
  ])
  expect(party.gaps.map(({ reason }) => reason)).toEqual(['away', 'at the change of epochs'])
  party.add(reading('1', '2'), at(25))
  expect(party.samples.map(({ epochSeq }) => epochSeq)).toEqual(['2'])
})

test('what ended longer than 24 hours ago is forgotten', () => {
  const day = 86_400
  const party = new PartySamples()
  party.fail('away', at(0))
  for (let second = 5; second <= day + 4; second += 5) party.add(reading(second < 100 ? '3' : '4'), at(second))
  expect(party.samples.map(({ counters }) => counters.transfers?.used)).toEqual(['3', '4'])
  party.add(reading('5', '8'), at(day + 120))
  expect(party.samples.map(({ counters }) => counters.transfers?.used)).toEqual(['4', '5'])
  expect(party.gaps.map(({ reason }) => reason)).not.toContain('away')
})

test('after an hour forward and back, no sample and no gap of a party lies after the present', () => {
  const party = new PartySamples()
  for (const second of [0, 5]) party.add(reading('3'), at(second))
  party.add(reading('4'), at(3610))
  party.fail('away', at(3615))
  party.add(reading('4'), at(20))
  party.add(reading('5'), at(25))
  expect(party.samples).toMatchObject([
    { time: clock(0), until: clock(5), readings: 2 },
    { time: clock(20), until: clock(20), counters: { transfers: { used: '4' } } },
    { time: clock(25), until: clock(25) },
  ])
  expect(party.gaps.at(-1)?.until).toBe(clock(20))
  expect(party.latest).toBe(at(25))
})

test('a clock that is set back does not end a sample before it began, nor a gap after the present', () => {
  const party = new PartySamples()
  party.add(reading('3'), at(10))
  party.add(reading('3'), at(0))
  expect(party.samples).toMatchObject([{ time: clock(0), until: clock(0), readings: 1 }])
  party.fail('away', at(5))
  party.fail('away', at(2))
  expect(party.gaps).toMatchObject([{ from: clock(2), until: clock(2) }])
})

test('the store is bounded: without a limit on transactions the newest changes stay', () => {
  const party = new PartySamples()
  for (let read = 0; read < 1500; read++) {
    party.add(reading(String(read)), at(read * 10))
    party.fail(`reason ${read}`, at(read * 10 + 5))
  }
  expect(party.samples).toHaveLength(1000)
  expect(party.samples.at(-1)?.counters.transfers?.used).toBe('1499')
  expect(party.gaps).toHaveLength(200)
  expect(party.gaps.at(-1)?.reason).toBe('reason 1499')
})

test('the newest reading reports whether it may be outdated, also before there is one', () => {
  const party = new PartySamples()
  expect(party.latest).toBeUndefined()
  party.fail('away', at(0))
  expect(party.latest).toBe('failing')
  party.add(reading('3'), at(5))
  expect(party.latest).toBe(at(5))
  party.fail('away', at(10))
  expect(party.latest).toBe('failing')
})

test('every reading of the epoch is in a sample with its count, also between failures', () => {
  const events = fc.array(fc.record({ step: fc.integer({ min: 1, max: 60 }), used: fc.option(fc.nat({ max: 3 })) }), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(events, (all) => {
      const party = new PartySamples()
      let second = 0
      const reads: [at: string, used: string][] = []
      for (const { step, used } of all) {
        second += step
        if (used === null) party.fail('away', at(second))
        else {
          party.add(reading(String(used)), at(second))
          reads.push([clock(second), String(used)])
        }
      }
      const { samples } = party
      expect(samples.reduce((sum, { readings }) => sum + readings, 0)).toBe(reads.length)
      for (const [time, used] of reads) {
        const holding = samples.filter((sample) => sample.time <= time && time <= sample.until)
        expect(holding.map(({ counters }) => counters.transfers?.used)).toEqual([used])
      }
    }),
  )
})
