import * as v from 'valibot'
import { createObservable, type ReadonlyObservable } from '../../../observable.ts'
import { storedValue } from '../../../stored-value.ts'
import { listen } from '../../../listen.ts'

/** A time in which no tab was in sight: `left` and `back`, Unix milliseconds of this browser. */
export interface Absence {
  left: number
  back: number
}

const Stored = v.object({
  seenAt: v.number(),
  absences: v.array(v.object({ left: v.number(), back: v.number() })),
})

const key = 'lyra.absences'
const presence = storedValue('localStorage', key, Stored)
const maxAbsences = 50
/** Absences closer than this are reported as one. */
const joinWithinMs = 15_000
/** A tab that crashes was seen this long ago at most. */
const seenEveryMs = 5_000
/** After a longer time this device has slept. */
const sleptMs = 15_000

const current = createObservable<readonly Absence[]>([])
/** The absences that the reader has not dismissed, the oldest first. */
export const absences: ReadonlyObservable<readonly Absence[]> = current

function write(stored: v.InferOutput<typeof Stored>): void {
  presence.set(stored)
  if (JSON.stringify(stored.absences) !== JSON.stringify(current.get())) current.set(stored.absences)
}

/** A tab became visible; ends an absence if none was visible for long enough. */
function see(isBack: boolean): void {
  const now = Date.now()
  const { seenAt, absences: known } = presence.get() ?? { seenAt: now, absences: [] }
  const last = known.at(-1)
  const joins = last !== undefined && seenAt - last.back < joinWithinMs && last.back <= seenAt
  const left = joins ? last.left : seenAt
  const wasAway = (isBack && now > seenAt) || (!document.hidden && now - seenAt > sleptMs)
  const added = wasAway ? [...(joins ? known.slice(0, -1) : known), { left, back: now }] : known
  write({ seenAt: now, absences: added.slice(-maxAbsences) })
}

/** Forgets what happened meanwhile, in all tabs. */
export const dismissAbsences = (): void => write({ seenAt: Date.now(), absences: [] })

/** Notices when the reader leaves (hidden, closed, asleep) and comes back; returns the end of it. */
export function startPresence(): () => void {
  const storage = (event: StorageEvent): void => {
    if (event.key === key) current.set(presence.get()?.absences ?? [])
  }
  if (!document.hidden) see(true)
  const timer = setInterval(() => {
    if (!document.hidden) see(false)
  }, seenEveryMs)
  const stops = [
    listen(document, { visibilitychange: () => see(!document.hidden) }),
    listen(window, { pagehide: () => see(false), storage }),
  ]
  return () => {
    clearInterval(timer)
    for (const stop of stops) stop()
  }
}
