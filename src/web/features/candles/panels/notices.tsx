import { type ReactNode, useState } from 'react'
import { failureOf } from '../../../format/failure.ts'
import { groupDigits } from '../../../format/amount.ts'
import { formatInstant, fromMilliseconds } from '../../../format/time.ts'
import { failureWords } from '../../../ui/feedback/failure-view.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { IconName } from '../../../ui/icons/icon-paths.ts'
import { Button, IconButton } from '../../../ui/inputs/button.tsx'
import { candleTime } from '../data/bar-format.ts'
import type { Instants, Unreadable } from '../data/candle-rows.ts'
import { quietRange } from '../data/candle-series.ts'
import { maxCandles } from '../data/candles-query.ts'
import type { ComparedSeries } from '../data/compared.ts'
import { candleWords, type Interval } from '../data/interval.ts'
import { ignoredWords } from '../requested-view.ts'
import type { CandlesPageModel } from '../use-candles-page.ts'
import styles from './notices.module.css'

export type NoticesProps = Pick<
  CandlesPageModel,
  'series' | 'state' | 'subject' | 'zone' | 'compared' | 'anchored' | 'ignored' | 'dismiss' | 'further'
> & {
  range: Instants
  nameOf: (candleId: string) => string
  onInterval: (interval: Interval) => void
}

interface Note {
  /** What it is about: another text about the same is shown although this one was hidden. */
  key: string
  text: string
  state?: 'near'
  button?: { label: string; icon?: IconName; onClick: () => void }
}

const noteIf = (key: string, text: string | false | undefined, more: Pick<Note, 'button' | 'state'> = {}): Note[] =>
  text ? [{ key, text, ...more }] : []

/** A failed request, if there is an error: what failed, what is shown meanwhile, and a way to retry. */
function failureNote(error: Error | undefined, what: string, onRetry: () => unknown, rest = ''): Note[] {
  if (!error) return []
  const { title, text } = failureWords(failureOf(error), what)
  const button = { label: 'Retry', icon: 'refresh', onClick: () => void onRetry() } as const
  return noteIf(what, `${title}. ${text} ${rest}`, { state: 'near', button })
}

/** Why a compared candle id is not fully visible. */
function comparedNote({ candleId, series, state }: ComparedSeries, name: string): Note[] {
  const failed = [
    [state.error, series.retry],
    [state.older.error, series.loadOlder],
    [state.newer.error, series.loadNewer],
  ] as const
  const [error, retry] = failed.find(([one]) => one) ?? [undefined, series.retry]
  if (error) return failureNote(error, `the candles of ${name}`, retry)
  const none = state.phase === 'ready' && state.candles.length === 0
  return noteIf(candleId, none && `${name} has no candles in this range.`)
}

/** Problems with the requested range: no trades in it, or candles that begin later. */
function rangeNotes({ state, subject: { interval }, range, further, zone, onInterval }: NoticesProps): Note[] {
  const [first] = state.candles
  const quiet = quietRange(state, range, interval?.length)
  const write = (instant: string): string => formatInstant(instant, zone)
  const from = write(range.from ?? '0')
  const bounds = range.to === undefined ? `since ${from}` : `from ${from} to ${write(range.to)}`
  const before = quiet === 'before' ? ' Showing the last candles before that.' : ''
  const none = noteIf('no trades', quiet && `No trades ${bounds}.${before}`)
  if (!further || !interval || !first) return none
  const start = candleTime(first.start, { zone, length: interval.length }, { precision: 'minute' })
  const text = `${candleWords(interval)} candles start on ${start}; ${candleWords(further)} candles go back further.`
  const button = { label: `Show ${candleWords(further)} candles`, onClick: () => onInterval(further) }
  return [...none, ...noteIf('start', text, { button })]
}

function seriesNotes({ series, state, zone }: NoticesProps): Note[] {
  const { error, older, newer, candles, confirmedAt } = state
  const rest = 'Loaded candles are still shown.'
  const confirmed =
    confirmedAt === undefined ? '' : ` The newest candle is from ${formatInstant(fromMilliseconds(confirmedAt), zone)}.`
  const opening = candles.length > 0 ? error : undefined
  return [
    ...failureNote(opening, 'these candles', series.retry, 'The candles before it are still shown.'),
    ...failureNote(older.error, 'older candles', series.loadOlder, rest),
    ...failureNote(newer.error, 'newer candles', series.loadNewer, rest + confirmed),
  ]
}

const maxNamed = 3

/** Candles whose numbers do not fit what the node writes them in: missing from the chart, which is no lack of trades. */
function unreadableNote({ state: { unreadable = [] }, subject: { interval }, zone }: NoticesProps): Note[] {
  if (unreadable.length === 0 || !interval) return []
  const write = (instant: string): string => formatInstant(instant, zone, { precision: 'minute' })
  const isOne = ({ from, to }: Unreadable): boolean => BigInt(to) - BigInt(from) === interval.length
  const named = unreadable
    .slice(0, maxNamed)
    .map((range) => (isOne(range) ? write(range.from) : `${write(range.from)} to ${write(range.to)}`))
  const more = unreadable.length - named.length
  const which = [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')
  const word = unreadable.length === 1 && unreadable.every(isOne) ? 'candle' : 'candles'
  const text = `The node cannot answer the ${candleWords(interval)} ${word} of ${which}: a number is too large for it. This is a gap in the answer, not a time without trades.`
  return noteIf('unreadable', text, { state: 'near' })
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
    ...noteIf('intervals', marketId !== undefined && state.candles.length > 0 && intervals[source]),
    ...noteIf('decimals', labelling !== 'waiting' && !label && state.candles.length > 0 && unlabelled),
  ]
}

/** Candles that are not loaded, or are longer than requested, because there would be too many. */
function limitNotes({ state, subject: { replaced, interval } }: NoticesProps): Note[] {
  const limit = groupDigits(String(maxCandles))
  const shown =
    replaced &&
    interval &&
    `Shown as ${candleWords(interval)} candles: this range has more than ${limit} ${candleWords(replaced)} candles.`
  const cut = `At most ${limit} candles stay loaded; others reload when you go there. A longer interval shows more time.`
  return [...noteIf('limit', state.cut && cut), ...noteIf('interval', shown)]
}

const incomparable =
  'These prices are shown as differences, which have no percentage, so no other market can be compared.'

const notesOf = (props: NoticesProps): Note[] => [
  ...rangeNotes(props),
  ...seriesNotes(props),
  ...props.compared.flatMap((one) => comparedNote(one, props.nameOf(one.candleId))),
  ...noteIf('compared', props.compared.length > 0 && props.anchored && incomparable),
  ...limitNotes(props),
  ...assumptionNotes(props),
  ...unreadableNote(props),
]

function NoteBox({ state, action, children }: { state?: 'near' | undefined; action: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <Notice {...(state && { state })} action={<span className={styles.actions}>{action}</span>}>
        {children}
      </Notice>
    </div>
  )
}

/** Notices about the displayed candles: failed requests, truncation, assumptions. They lie over the chart until hidden. */
export function Notices(props: NoticesProps) {
  const { ignored, dismiss } = props
  const [hidden, setHidden] = useState<Readonly<Record<string, string>>>({})
  return (
    <>
      {ignored.length > 0 && (
        <NoteBox
          action={
            <Button small onClick={dismiss}>
              Dismiss
            </Button>
          }
        >
          {ignored.map((one) => (
            <div key={one.requested}>{ignoredWords(one)}</div>
          ))}
        </NoteBox>
      )}
      {notesOf(props)
        .filter(({ key, text }) => hidden[key] !== text)
        .map(({ key, text, state, button: { label, ...button } = { label: undefined } }) => (
          <NoteBox
            key={key}
            state={state}
            action={
              <>
                {label && (
                  <Button small {...button}>
                    {label}
                  </Button>
                )}
                <IconButton icon="x" label="Hide this notice" onClick={() => setHidden({ ...hidden, [key]: text })} />
              </>
            }
          >
            {text}
          </NoteBox>
        ))}
    </>
  )
}
