import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { party } from '../../../../tests/server/support/ids.ts'
import { bodyOf, parseTemplate, messageOf, type Notice, type Naming, readingNotice, spamNotices } from './notice.ts'

const folder = new URL('../../../../deploy/notify/', import.meta.url)
const Uri = v.pipe(v.string(), v.url())
const Rfc3339 = v.pipe(v.string(), v.isoTimestamp())
const Labels = v.record(v.string(), v.string())

/** The documented form of each receiver's bodies, with nothing else in them. */
const forms = {
  // Incoming webhooks: `text` is what is shown, up to 40,000 characters, of which 4,000 stay in one message.
  slack: v.strictObject({ text: v.pipe(v.string(), v.minLength(1), v.maxLength(4000)), unfurl_links: v.boolean() }),
  // Execute Webhook: `content` up to 2,000 characters; nobody is mentioned.
  discord: v.strictObject({
    content: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
    allowed_mentions: v.strictObject({ parse: v.pipe(v.array(v.string()), v.length(0)) }),
  }),
  // sendMessage: `chat_id` and `text` of 1 to 4,096 characters, without a parse mode.
  telegram: v.strictObject({
    chat_id: v.pipe(v.string(), v.minLength(1)),
    text: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
    link_preview_options: v.strictObject({ is_disabled: v.boolean() }),
  }),
  // Publish as JSON: a topic of letters, digits, _ and -; 4,096 bytes of message; priorities 1 to 5.
  ntfy: v.strictObject({
    topic: v.pipe(v.string(), v.regex(/^[-_A-Za-z\d]{1,64}$/)),
    title: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(250))),
    message: v.pipe(v.string(), v.minLength(1), v.maxBytes(4096)),
    click: v.exactOptional(Uri),
    priority: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
  }),
  // POST /api/v2/alerts: a list of postableAlert.
  alertmanager: v.pipe(
    v.array(
      v.pipe(
        v.strictObject({
          labels: v.pipe(
            Labels,
            v.check(({ alertname = '' }) => alertname !== ''),
          ),
          annotations: Labels,
          startsAt: Rfc3339,
          endsAt: Rfc3339,
          generatorURL: v.exactOptional(Uri),
        }),
        v.check(({ startsAt, endsAt }) => Date.parse(startsAt) <= Date.parse(endsAt), 'Alertmanager refuses it'),
      ),
    ),
    v.minLength(1),
  ),
}

const templateOf = (name: string) => parseTemplate(readFileSync(new URL(`${name}.json`, folder), 'utf8'))
const at = Date.parse('2026-03-01T16:00:00Z')
const ban = BigInt(at + 600_000) * 1_000_000n

function noticesOf(partyId: string, naming: Naming, state: 'banned' | 'ok' = 'banned'): Notice[] {
  const reading = { party: partyId, chain: 'test-chain', at, block: '1234' }
  const gauge = {
    name: 'transfers',
    state,
    used: '20',
    max: '20',
    ...(state === 'banned' && { bannedUntil: ban }),
  } as const
  const change = { state: state === 'ok' ? 'free' : state, words: `Transfers ${state}`, gauge } as const
  return spamNotices(reading, [change], naming)
}

/** That the limits cannot be read, for a reason that another node words, or can again. */
const readingOf = (partyId: string, naming: Naming, failure: string | undefined): Notice =>
  readingNotice(
    { party: partyId, chain: 'test-chain', at },
    {
      counter: 'reading',
      since: at - 120_000,
      outcome: failure === undefined ? { words: 'Transfers reached the limit.' } : { failure },
    },
    naming,
  )

test('there is a form for each template that is delivered, and no template without one', () => {
  const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''))
  expect(new Set(names)).toEqual(new Set(Object.keys(forms)))
})

test.each(Object.entries(forms))('what %s gets is as it documents, whatever the names', (name, form) => {
  const template = templateOf(name)
  const nickname = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
    fc.constantFrom('"', '\\', '{text}', '{party}', '<!channel>', '@everyone', 'a\nb', '\u2028'),
  )
  fc.assert(
    fc.property(
      fc.option(nickname, { nil: undefined }),
      fc.option(fc.constant(`https://lyra.example/${'a'.repeat(270)}`), { nil: undefined }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom('banned' as const, 'ok' as const),
      fc.nat(100_000),
      fc.option(fc.option(nickname, { nil: undefined }), { nil: 'none' as const }),
      (called, publicUrl, parties, state, late, failure) => {
        const ids = Array.from({ length: parties }, (_, index) =>
          index === 0 ? party.anna : index.toString(16).padStart(64, '0'),
        )
        const names = new Map(called === undefined ? [] : ids.map((id) => [id, called]))
        const naming = { names, publicUrl }
        const notices = ids.flatMap((id) =>
          failure === 'none' ? noticesOf(id, naming, state) : readingOf(id, naming, failure),
        )
        const body: unknown = JSON.parse(bodyOf(template, messageOf(notices, at + late)))
        expect(v.safeParse(form, body).issues).toBeUndefined()
      },
    ),
  )
})

test('an alert of Alertmanager goes on for a day, and its recovery ends the same alert at once', () => {
  const naming = { names: new Map([[party.anna, 'corvid']]), publicUrl: 'https://lyra.example' }
  const [worse, better] = (['banned', 'ok'] as const).map((state) =>
    JSON.parse(bodyOf(templateOf('alertmanager'), messageOf(noticesOf(party.anna, naming, state), at))),
  ) as { labels: object; endsAt: string }[][]
  expect(worse).toEqual([
    {
      labels: { alertname: 'LyraParty', chain: 'test-chain', party: party.anna, counter: 'transfers' },
      annotations: {
        summary: 'corvid: Transfers banned until 2026-03-01 16:10:00 UTC.',
        nickname: 'corvid',
        state: 'banned',
        until: '2026-03-01T16:10:00Z',
      },
      startsAt: '2026-03-01T16:00:00.000Z',
      endsAt: '2026-03-02T16:00:00.000Z',
      generatorURL: `https://lyra.example/parties/${party.anna}`,
    },
  ])
  expect(better?.[0]?.labels).toEqual(worse?.[0]?.labels)
  expect(better?.[0]?.endsAt).toBe('2026-03-01T16:00:00.000Z')
})

test('what cannot be read is an alert of its own, which its reading ends, and which is no recovery of a limit', () => {
  const naming = { names: new Map<string, string>(), publicUrl: undefined }
  const [limit, unread, read] = [
    noticesOf(party.anna, naming),
    [readingOf(party.anna, naming, '<b>gone</b>\nand more')],
    [readingOf(party.anna, naming, undefined)],
  ].map(
    (notices) =>
      JSON.parse(bodyOf(templateOf('alertmanager'), messageOf(notices, at))) as {
        labels: object
        annotations: Record<string, string>
        endsAt: string
      }[],
  )
  expect(unread?.[0]?.annotations).toEqual({
    summary: expect.stringMatching(/: limits not read since 2026-03-01 15:58:00 UTC, so .* ‹b›gone‹\/b› and more\.$/),
    state: 'unknown',
  })
  expect(unread?.[0]?.endsAt).toBe('2026-03-02T16:00:00.000Z')
  expect(unread?.[0]?.labels).not.toEqual(limit?.[0]?.labels)
  expect(read?.[0]?.labels).toEqual(unread?.[0]?.labels)
  expect(read?.[0]?.endsAt).toBe('2026-03-01T16:00:00.000Z')
})

test('several changes are one alert each for Alertmanager, and one sentence that names them all for people', () => {
  const naming = {
    names: new Map([
      [party.anna, 'anna'],
      [party.boris, 'boris'],
    ]),
    publicUrl: undefined,
  }
  const message = messageOf(
    [party.anna, party.boris].flatMap((id) => noticesOf(id, naming)),
    at,
  )
  expect(JSON.parse(bodyOf(templateOf('alertmanager'), message))).toHaveLength(2)
  expect(JSON.parse(bodyOf(templateOf('ntfy'), message))).toEqual({
    topic: 'TOPIC',
    message:
      '2 changes:\nanna: Transfers banned until 2026-03-01 16:10:00 UTC.\nboris: Transfers banned until 2026-03-01 16:10:00 UTC.',
    priority: 4,
  })
})

test('a name cannot add a member, a line or mark-up to a message', () => {
  const names = new Map([[party.anna, '","text":"x\n<!channel> {party}']])
  const [notice] = noticesOf(party.anna, { names, publicUrl: undefined })
  const body = JSON.parse(bodyOf(templateOf('slack'), messageOf(notice ? [notice] : [], at))) as { text: string }
  expect(body.text).toBe('","text":"x ‹!channel› {party}: Transfers banned until 2026-03-01 16:10:00 UTC.')
})
