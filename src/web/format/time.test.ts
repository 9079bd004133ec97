import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatInstant,
  fromMilliseconds,
  instantError,
  parseInstant,
  toMilliseconds,
  wholeSecond,
  zoneName,
  zoneOfTimes,
} from './time.ts'
import { fromRfc3339, toRfc3339 } from '../../wire/rfc3339.ts'
import { instantOf, isZone, offsetText, wallAt } from './zone.ts'

/** Everything that fits int64 nanoseconds: 1677-09-21 to 2262-04-11. */
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const zones = ['utc', 'Europe/London', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia']
const zone = fc.constantFrom(...zones)

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The oracle: an instant in UTC by the rule of leap years alone, without Date. */
function counted(ns: bigint): string {
  const perDay = 86_400_000_000_000n
  const inDay = ((ns % perDay) + perDay) % perDay
  let days = Number((ns - inDay) / perDay)
  const leap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  let year = 1970
  for (; days < 0; days += leap(year) ? 366 : 365) year -= 1
  for (; days >= (leap(year) ? 366 : 365); year += 1) days -= leap(year) ? 366 : 365
  const lengths = [31, leap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  let month = 0
  for (; days >= (lengths[month] ?? 31); month += 1) days -= lengths[month] ?? 31
  const part = (unit: bigint, of: bigint, digits = 2) => ((inDay / unit) % of).toString().padStart(digits, '0')
  const time = `${part(3_600_000_000_000n, 24n)}:${part(60_000_000_000n, 60n)}:${part(1_000_000_000n, 60n)}`
  return `${days + 1} ${monthNames[month]} ${year}, ${time}.${part(1n, 1_000_000_000n, 9)}`
}

describe('RFC3339 with nanoseconds', () => {
  test('what is written with nine digits is read back to the nanosecond', () => {
    fc.assert(
      fc.property(int64, (ns) => {
        const ms = toMilliseconds(ns)
        const fraction = (ns - fromMilliseconds(Math.floor(ms / 1000) * 1000)).toString().padStart(9, '0')
        const text = `${new Date(ms).toISOString().slice(0, 19)}.${fraction}Z`
        expect(fromRfc3339(text)).toBe(ns)
      }),
      { numRuns: 10_000 },
    )
  })

  test('zero to nine digits, any offset', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9 }),
        fc.nat(999_999_999),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (digits, fraction, offset) => {
          const shown = String(fraction).padStart(9, '0').slice(0, digits)
          const local = new Date(1_795_228_860_000 + offset * 60_000).toISOString().slice(0, 19)
          const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
          const suffix = `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
          const expected = 1_795_228_860_000_000_000n + BigInt(shown.padEnd(9, '0'))
          expect(fromRfc3339(`${local}${digits ? `.${shown}` : ''}${suffix}`)).toBe(expected)
        },
      ),
      { numRuns: 10_000 },
    )
  })

  test.each([
    '',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:00',
    'soon',
  ])('refuses %s', (text) => expect(fromRfc3339(text)).toBeUndefined())
})

describe('formatInstant', () => {
  const ns = 1_795_228_860_123_456_789n

  test('names the zone and keeps the requested digits', () => {
    expect(formatInstant(ns, 'utc')).toBe('21 Nov 2026, 02:41:00 UTC')
    expect(formatInstant(ns.toString(), 'utc', { precision: 'nano' })).toBe('21 Nov 2026, 02:41:00.123456789 UTC')
    expect(formatInstant(ns, 'utc', { precision: 'micro', date: false })).toBe('02:41:00.123456 UTC')
    expect(formatInstant(ns, 'utc', { precision: 'minute', name: false })).toBe('21 Nov 2026, 02:41')
    expect(formatInstant(ns, 'utc', { time: false })).toBe('21 Nov 2026')
    expect(formatInstant(ns, 'Asia/Kolkata')).toBe('21 Nov 2026, 08:11:00 Asia/Kolkata')
    expect(formatInstant(ns, 'raw')).toBe('1795228860123456789')
    expect(formatInstant('-1', 'utc', { precision: 'nano' })).toBe('31 Dec 1969, 23:59:59.999999999 UTC')
  })

  test('agrees with a calendar counted in whole numbers, 1677 to 2262', () => {
    fc.assert(
      fc.property(int64, (ns) => {
        expect(formatInstant(ns, 'utc', { precision: 'nano', name: false })).toBe(counted(ns))
      }),
      { numRuns: 10_000 },
    )
  })

  test('what it cannot show it does not invent', () => {
    expect(formatInstant('', 'utc')).toBe('')
    expect(formatInstant('99999999999999999999999', 'utc')).toBe('99999999999999999999999')
  })

  test('a zone the browser does not know is shown as UTC and called UTC', () => {
    expect(isZone('Mars/Olympus')).toBe(false)
    expect(formatInstant(ns, 'Mars/Olympus')).toBe('21 Nov 2026, 02:41:00 UTC')
  })
})

describe('zones by Intl, through the nights clocks change', () => {
  const hour = 3_600_000
  const nights: [zone: string, at: string][] = [
    ['Europe/London', '2026-03-29T01:00:00Z'],
    ['Europe/London', '2026-10-25T01:00:00Z'],
    ['America/New_York', '2026-03-08T07:00:00Z'],
    ['America/New_York', '2026-11-01T06:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z'],
    ['Asia/Kolkata', '2026-03-29T01:00:00Z'],
  ]

  test.each(nights)('%s around %s: every minute comes back, the repeated hour as its first pass', (name, at) => {
    const middle = Date.parse(at)
    for (let ms = middle - 3 * hour; ms < middle + 3 * hour; ms += 60_000) {
      const wall = wallAt(ms, name)
      const back = instantOf(wall, name)
      expect(wallAt(back, name)).toEqual(wall)
      expect(back).toBeLessThanOrEqual(ms)
      expect(ms - back).toBeLessThanOrEqual(hour)
    }
  })

  /** When a clock changed, and how far ahead of UTC it was before and after, in minutes; by the tables of the zones. */
  const changes: [zone: string, at: string, before: number, after: number][] = [
    ['Europe/London', '2026-03-29T01:00:00Z', 0, 60],
    ['Europe/London', '2026-10-25T01:00:00Z', 60, 0],
    ['America/New_York', '2026-03-08T07:00:00Z', -300, -240],
    ['America/New_York', '2026-11-01T06:00:00Z', -240, -300],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', 660, 630],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', 630, 660],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', -600, 840],
    ['Asia/Kolkata', '2026-03-29T01:00:00Z', 330, 330],
  ]

  test.each(changes)(
    '%s around %s: each nanosecond of that day is shown on the right side of the change',
    (...change) => {
      const [name, at, before, after] = change
      const turn = BigInt(Date.parse(at)) * 1_000_000n
      const day = 86_400_000_000_000n
      fc.assert(
        fc.property(fc.bigInt({ min: -day, max: day }), (away) => {
          const ahead = BigInt(away < 0n ? before : after) * 60_000_000_000n
          expect(formatInstant(turn + away, name, { precision: 'nano', name: false })).toBe(
            counted(turn + away + ahead),
          )
        }),
        { numRuns: 1_000 },
      )
    },
  )

  test('the day that Apia skipped is never shown', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (away) => {
        const at = BigInt(Date.parse('2011-12-30T10:00:00Z')) * 1_000_000n + away
        expect(formatInstant(at, 'Pacific/Apia')).not.toContain('30 Dec 2011')
      }),
      { numRuns: 1_000 },
    )
  })

  test('a skipped time moves on by what was skipped', () => {
    const read = (text: string, name: string) => formatInstant(parseInstant(text, name) ?? 0n, 'utc', { name: false })
    expect(read('2026-03-29 01:30', 'Europe/London')).toBe('29 Mar 2026, 01:30:00')
    expect(read('2026-03-08 02:30', 'America/New_York')).toBe('8 Mar 2026, 07:30:00')
    expect(read('2026-10-04 02:15', 'Australia/Lord_Howe')).toBe('3 Oct 2026, 15:45:00')
    expect(read('2011-12-30 12:00', 'Pacific/Apia')).toBe('30 Dec 2011, 22:00:00')
  })

  test('a repeated time is its first', () => {
    expect(parseInstant('2026-10-25 01:30', 'Europe/London')).toBe(fromRfc3339('2026-10-25T00:30:00Z'))
    expect(parseInstant('2026-11-01 01:30', 'America/New_York')).toBe(fromRfc3339('2026-11-01T05:30:00Z'))
  })

  test('every instant is a clock time that reads back to it or to its earlier twin', () => {
    fc.assert(
      fc.property(int64, zone, (ns, name) => {
        const at = toMilliseconds(ns)
        const timeZone = name === 'utc' ? 'UTC' : name
        const whole = Math.floor(at / 1000) * 1000
        const back = instantOf(wallAt(whole, timeZone), timeZone)
        expect(wallAt(back, timeZone)).toEqual(wallAt(whole, timeZone))
        expect(whole - back).toBeGreaterThanOrEqual(0)
        expect(whole - back).toBeLessThanOrEqual(24 * hour)
      }),
      { numRuns: 300 },
    )
  })
})

describe('parseInstant', () => {
  test.each([
    ['2024-03-27 11:56:56.996426+00', '2024-03-27T11:56:56.996426Z'],
    ['"2024-03-27 11:56:56.996426+00"', '2024-03-27T11:56:56.996426Z'],
    ['2024-03-27 11:56:56.996426-03:30', '2024-03-27T15:26:56.996426Z'],
    ['2024-03-27T11:56Z', '2024-03-27T11:56:00Z'],
    ['2024-03-27T11:56+0530', '2024-03-27T06:26:00Z'],
    ['2024-03-27 11:56 +05:30', '2024-03-27T06:26:00Z'],
    ['2024-03-27 11:56:00 UTC', '2024-03-27T11:56:00Z'],
    ['2024-03-27  11:56:56,5 GMT', '2024-03-27T11:56:56.5Z'],
    ['27 Mar 2024, 11:56:56 Europe/London', '2024-03-27T11:56:56Z'],
    ['27 March 2024, 11:56 Local \u221205:00', '2024-03-27T16:56:00Z'],
    ['2024-03-27Z', '2024-03-27T00:00:00Z'],
    ['1711843200', '2024-03-31T00:00:00Z'],
    ['1711843200000', '2024-03-31T00:00:00Z'],
    ['1711843200000000', '2024-03-31T00:00:00Z'],
    ['1711843200000000000', '2024-03-31T00:00:00Z'],
    ['1711843200.25', '2024-03-31T00:00:00.25Z'],
    ['1711843200000 ns', '1970-01-01T00:28:31.8432Z'],
  ])('%s is %s, not a time in 1970', (text, expected) => {
    expect(parseInstant(text, 'America/New_York')).toBe(fromRfc3339(expected))
  })

  test('a number of unknown unit is refused, with a sentence that names the field', () => {
    for (const text of ['0', '5', '20240327', '17118432000', '17118432000000', '17118432000000000', '9'.repeat(19)])
      expect(parseInstant(text, 'utc')).toBeUndefined()
    expect(instantError('From', '17118432000')).toContain('From is a number whose unit is unclear')
    expect(instantError('To', 'soon')).toContain('To is not a valid time')
    expect(parseInstant('17118432000', 'raw')).toBe(17_118_432_000n)
    expect(parseInstant('2300-01-01', 'utc')).toBeUndefined()
    expect(parseInstant('2024-03-27 11:56', undefined)).toBeUndefined()
    expect(parseInstant('2024-03-27 11:56 Mars/Olympus', 'utc')).toBeUndefined()
    expect(parseInstant('2024-03-27 11:56+25', 'utc')).toBeUndefined()
  })

  test('every form in which an instant is shown, stored or sent is read back exactly', () => {
    const since1973 = fc.bigInt({ min: 10n ** 17n, max: 2n ** 63n - 1n })
    fc.assert(
      fc.property(since1973, zone, zone, (ns, shownIn, page) => {
        expect(parseInstant(String(ns), page)).toBe(ns)
        expect(parseInstant(`${ns} ns`, page)).toBe(ns)
        expect(parseInstant(formatInstant(ns, 'raw'), 'raw')).toBe(ns)
        expect(parseInstant(toRfc3339(ns), page)).toBe(ns)
        const csv = toRfc3339((ns / 1000n) * 1000n)
          .replace('T', ' ')
          .replace(/\.?0*Z$/, '+00')
        expect(parseInstant(csv, page)).toBe((ns / 1000n) * 1000n)
        const shown = formatInstant(ns, 'utc', { precision: 'nano' })
        expect(parseInstant(shown, page)).toBe(ns)
        expect(parseInstant(formatInstant(ns, 'local', { precision: 'nano' }), page)).toBe(ns)
        // An hour that a zone shows twice is the first of the two, which is shown in the same words.
        const inZone = formatInstant(ns, shownIn, { precision: 'nano' })
        expect(formatInstant(parseInstant(inZone, page) ?? 0n, shownIn, { precision: 'nano' })).toBe(inZone)
      }),
      { numRuns: 2_000 },
    )
  })

  test('reads what a person types', () => {
    const expected = fromRfc3339('2026-11-21T02:41:00Z')
    expect(parseInstant(' 2026-11-21 02:41 ', 'utc')).toBe(expected)
    expect(parseInstant('2026-11-21T02:41:00', 'utc')).toBe(expected)
    expect(parseInstant('2026-11-21T03:41:00+01:00', 'America/New_York')).toBe(expected)
    expect(parseInstant('1795228860123456789', 'utc')).toBe(1_795_228_860_123_456_789n)
    expect(parseInstant('0', 'raw')).toBe(0n)
    expect(parseInstant('2026-11-21 02:41:00.000000001', 'utc')).toBe((expected ?? 0n) + 1n)
    expect(parseInstant('2026-11-21', 'Asia/Kolkata')).toBe(fromRfc3339('2026-11-20T18:30:00Z'))
  })

  test('parses what it formats, so that a field can be edited', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (ns) => {
        const shown = formatInstant(ns, 'utc', { name: false, precision: 'nano' })
        expect(parseInstant(shown, 'utc')).toBe(ns)
      }),
    )
    expect(parseInstant('1 Jul 2026, 13:00:00', 'Europe/London')).toBe(fromRfc3339('2026-07-01T12:00:00Z'))
    expect(parseInstant('1 jul 2026', 'utc')).toBe(fromRfc3339('2026-07-01T00:00:00Z'))
  })

  test.each(['', 'yesterday', '2026-02-30', '31 Feb 2026', '1 Foo 2026', '2026-01-01 25:00', '12'])(
    'refuses %s',
    (text) => expect(parseInstant(text, 'utc')).toBeUndefined(),
  )
})

test('a leap second is the first second of the next day, and none is anywhere else', () => {
  const midnight = fromRfc3339('2017-01-01T00:00:00Z')
  expect(fromRfc3339('2016-12-31T23:59:60Z')).toBe(midnight)
  expect(fromRfc3339('2016-12-31t23:59:60.25z')).toBe((midnight ?? 0n) + 250_000_000n)
  expect(fromRfc3339('2017-01-01T05:29:60+05:30')).toBe(midnight)
  for (const none of ['2016-12-31T22:59:60Z', '2016-12-31T23:58:60Z', '2016-12-31T23:59:61Z'])
    expect(fromRfc3339(none)).toBeUndefined()
})

test('times of summer and winter are not said to be in the offset of today', () => {
  expect(zoneOfTimes('local')).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(zoneOfTimes('utc')).toBe('UTC')
})

test('zones have names, offsets a true minus', () => {
  expect(zoneName('utc')).toBe('UTC')
  expect(zoneName('raw')).toBe('raw ns')
  expect(zoneName('Europe/London')).toBe('Europe/London')
  expect(zoneName('local', 0n)).toMatch(/^Local [+\u2212]\d\d:\d\d/)
  const summer = Date.parse('2026-07-01T00:00:00Z')
  const winter = Date.parse('2026-01-01T00:00:00Z')
  expect([
    offsetText(summer, 'Europe/London'),
    offsetText(winter, 'America/St_Johns'),
    offsetText(Date.parse('1840-01-01T00:00:00Z'), 'Europe/London'),
    offsetText(winter, 'UTC'),
  ]).toEqual(['+01:00', '\u221203:30', '\u221200:01:15', '+00:00'])
})

test('an instant written as RFC3339 is read back to the nanosecond', () => {
  fc.assert(
    fc.property(int64, (ns) => {
      const text = toRfc3339(ns)
      expect(text).toMatch(/\.\d{9}Z$/)
      expect(fromRfc3339(text)).toBe(ns)
    }),
  )
})

test('the whole second is the last one at or before an instant, before 1970 too', () => {
  fc.assert(
    fc.property(int64, (ns) => {
      const second = wholeSecond(ns)
      expect(second % 1_000_000_000n).toBe(0n)
      expect(ns - second >= 0n && ns - second < 1_000_000_000n).toBe(true)
    }),
  )
})

test('the hour for which clocks go back has two texts that differ, and each is read back as its own instant', () => {
  const first = parseInstant('2026-10-25T00:30:00Z', 'utc')!
  const hour = 3_600_000_000_000n
  const write = (ns: bigint) => formatInstant(ns, 'Europe/Berlin', { name: false, offset: true })
  expect([-1n, 0n, 1n, 2n].map((hours) => write(first + hours * hour))).toEqual([
    '25 Oct 2026, 01:30:00',
    '25 Oct 2026, 02:30:00 +02:00',
    '25 Oct 2026, 02:30:00 +01:00',
    '25 Oct 2026, 03:30:00',
  ])
  expect(formatInstant(first, 'Europe/Berlin')).toBe('25 Oct 2026, 02:30:00 Europe/Berlin +02:00')
  expect(formatInstant(first, 'Europe/Berlin', { time: false })).toBe('25 Oct 2026')
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'utc']) {
    const seen = new Set<string>()
    const start = parseInstant('2026-01-01T00:00:00Z', 'utc')!
    for (let ns = start; ns < start + 366n * 24n * hour; ns += hour / 2n) {
      const text = formatInstant(ns, zone, { name: false, offset: true })
      expect(seen.has(text)).toBe(false)
      seen.add(text)
      if (/[+\u2212]/.test(text))
        for (const shown of [text, formatInstant(ns, zone)]) expect(parseInstant(shown, zone)).toBe(ns)
    }
  }
})
