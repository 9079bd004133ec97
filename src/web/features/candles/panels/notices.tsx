import { type ReactNode, useState } from 'react'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { ignoredWords } from '../requested-view.ts'
import styles from './notices.module.css'
import { groupDigits } from '../../../format/amount.ts'
import { formatInstant, fromMilliseconds } from '../../../format/time.ts'
import { failureOf } from '../../../client/node-failure.ts'
import { failureWords } from '../../../ui/feedback/failure-view.ts'
import type { IconName } from '../../../ui/icons/icon-paths.ts'
import { candleTime } from '../data/bar-format.ts'
import { quietRange } from '../data/candle-series.ts'
import { maxCandles } from '../data/candles-query.ts'
import { type ComparedSeries, maxCompared } from '../data/compared.ts'
import { candleWords, type Interval } from '../data/interval.ts'
import type { Instants, Unreadable } from '../data/candle-rows.ts'
import type { CandlesPageModel } from '../use-candles-page.ts'

export type NoticesProps = Pick<
  CandlesPageModel,
  'series' | 'state' | 'subject' | 'zone' | 'compared' | 'anchored' | 'ignored' | 'dismiss' | 'further'
> & {
  range: Instants
  nameOf: (candleId: string) => string
  onInterval: (interval: Interval) => void
}

interface Note {
  text: ReactNode
  state?: 'near'
  button?: { label: string; icon?: IconName; onClick: () => void }
}

/** A failed request, if there is an error: what failed, what is shown meanwhile, and a way to retry. */
function trouble(error: Error | undefined, what: string, onRetry: () => unknown, rest = ''): Note {
  if (!error) return { text: undefined }
  const { title, text } = failureWords(failureOf(error), what)
  const button = { label: 'Retry', icon: 'refresh', onClick: () => void onRetry() } as const
  return { state: 'near', button, text: `${title}. ${text} ${rest}` }
}

/** Reasons why one compared candle id is not fully visible. */
function comparedNote({ candleId, series, state }: ComparedSeries, name: (candleId: string) => string): Note {
  const failed = [
    [state.error, series.retry],
    [state.older.error, series.loadOlder],
    [state.newer.error, series.loadNewer],
  ] as const
  const [error, retry] = failed.find(([one]) => one) ?? [undefined, series.retry]
  if (error) return trouble(error, `the candles of ${name(candleId)}`, retry)
  const none = state.phase === 'ready' && state.candles.length === 0
  return { text: none && `${name(candleId)} has no candles in this range.` }
}

/** Reasons why compared candles are not fully visible; as many notes as there may be markets. */
function comparedNotes({ compared, anchored, nameOf }: NoticesProps): Note[] {
  const notes = Array.from({ length: maxCompared }, (_, index) => compared[index])
  return [
    ...notes.map((one): Note => (one ? comparedNote(one, nameOf) : { text: undefined })),
    {
      text:
        compared.length > 0 &&
        anchored &&
        'These prices are shown as differences, which have no percentage, so no other market can be compared.',
    },
  ]
}

/** Problems with the requested range: no trades in it, or candles that begin later. */
function rangeNotes({ state, subject: { interval }, range, further, zone, onInterval }: NoticesProps): Note[] {
  const [first] = state.candles
  const quiet = quietRange(state, range, interval?.length)
  const write = (instant: string): string => formatInstant(instant, zone)
  const from = write(range.from ?? '0')
  const bounds = range.to === undefined ? `since ${from}` : `from ${from} to ${write(range.to)}`
  const none: Note = {
    text: quiet && `No trades ${bounds}.${quiet === 'before' ? ' Showing the last candles before that.' : ''}`,
  }
  if (!further || !interval || !first) return [none, { text: undefined }]
  const start = candleTime(first.start, { zone, length: interval.length }, { precision: 'minute' })
  const text = `${candleWords(interval)} candles start on ${start}; ${candleWords(further)} candles go back further.`
  const button = { label: `Show ${candleWords(further)} candles`, onClick: () => onInterval(further) }
  return [none, { text, button }]
}

function seriesNotes({ series, state, zone }: NoticesProps): Note[] {
  const { error, older, newer, candles, confirmedAt } = state
  const confirmed =
    confirmedAt === undefined ? '' : ` The newest candle is from ${formatInstant(fromMilliseconds(confirmedAt), zone)}.`
  return [
    trouble(
      candles.length > 0 ? error : undefined,
      'these candles',
      series.retry,
      'The candles before it are still shown.',
    ),
    trouble(older.error, 'older candles', series.loadOlder, 'Loaded candles are still shown.'),
    trouble(newer.error, 'newer candles', series.loadNewer, `Loaded candles are still shown.${confirmed}`),
  ]
}

const maxNamed = 3

/** Candles whose numbers do not fit what the node writes them in: missing from the chart, which is no lack of trades. */
function unreadableNote({ state: { unreadable = [] }, subject: { interval }, zone }: NoticesProps): Note {
  if (unreadable.length === 0 || !interval) return { text: undefined }
  const write = (instant: string): string => formatInstant(instant, zone, { precision: 'minute' })
  const lengthOf = ({ from, to }: Unreadable): bigint => BigInt(to) - BigInt(from)
  const named = unreadable
    .slice(0, maxNamed)
    .map((one) => (lengthOf(one) === interval.length ? write(one.from) : `${write(one.from)} to ${write(one.to)}`))
  const more = unreadable.length - named.length
  const which = [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')
  const one = unreadable.length === 1 && unreadable.every((range) => lengthOf(range) === interval.length)
  return {
    state: 'near',
    text: `The node cannot answer the ${candleWords(interval)} ${one ? 'candle' : 'candles'} of ${which}: a number is too large for it. This is a gap in the answer, not a time without trades.`,
  }
}

/** What the node did not report, and what is used instead. */
function assumptionNotes({ state, subject }: NoticesProps): Note[] {
  const { source, labelling, label, marketId, decimals } = subject
  const what = 'the decimals of this market'
  const cause = labelling === 'failed' ? `Could not load ${what}` : `The node does not report ${what}`
  const unlabelled =
    decimals === undefined
      ? `${cause}, so prices, volume and notional are raw integers. Set them in the chart options.`
      : `${cause}. These are the ones you set.`
  const intervals: Partial<Record<typeof source, string>> = {
    absent: 'This node did not list the intervals of this market. These are the network’s defaults.',
    failed: 'Could not load the intervals of this market. These are the network’s defaults.',
  }
  return [
    { text: marketId !== undefined && intervals[source] },
    { text: labelling !== 'waiting' && !label && state.candles.length > 0 && unlabelled },
  ]
}

/** Candles that are not loaded, or are longer than requested, because there would be too many. */
function limitNotes({ state, subject: { replaced, interval } }: NoticesProps): Note[] {
  const limit = groupDigits(String(maxCandles))
  return [
    {
      text:
        state.cut &&
        `At most ${limit} candles stay loaded; others reload when you go there. A longer interval shows more time.`,
    },
    {
      text:
        replaced &&
        interval &&
        `Shown as ${candleWords(interval)} candles: this range has more than ${limit} ${candleWords(replaced)} candles.`,
    },
  ]
}

/** Everything to say about the displayed candles, each in its own place of the list. */
const notesOf = (source: NoticesProps): Note[] => [
  ...rangeNotes(source),
  ...seriesNotes(source),
  ...comparedNotes(source),
  ...limitNotes(source),
  ...assumptionNotes(source),
  unreadableNote(source),
]

/** Notices about the displayed candles: failed requests, truncation, assumptions. They lie over the chart until hidden. */
export function Notices(props: NoticesProps) {
  const { ignored, dismiss } = props
  /** Texts that the reader has hidden, by their place: another text there is shown again. */
  const [hidden, setHidden] = useState<Readonly<Record<number, ReactNode>>>({})
  const asked = ignored.map((one) => <div key={one.asked}>{ignoredWords(one)}</div>)
  const notes: Note[] = [
    { text: asked.length > 0 && asked, button: { label: 'Dismiss', onClick: dismiss } },
    ...notesOf(props),
  ]
  return (
    <>
      {notes.map(
        ({ text, state, button: { label, ...button } = { label: undefined } }, at) =>
          text &&
          hidden[at] !== text && (
            // the list has its places: a notice keeps its own whichever others are shown
            <div key={at} className={styles.notice}>
              <Notice
                {...(state && { state })}
                action={
                  <span className={styles.actions}>
                    {label && (
                      <Button small {...button}>
                        {label}
                      </Button>
                    )}
                    {at > 0 && (
                      <Button
                        small
                        variant="bare"
                        icon="x"
                        aria-label="Hide this notice"
                        onClick={() => setHidden({ ...hidden, [at]: text })}
                      />
                    )}
                  </span>
                }
              >
                {text}
              </Notice>
            </div>
          ),
      )}
    </>
  )
}
