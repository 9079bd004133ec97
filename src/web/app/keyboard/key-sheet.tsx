import { classNames } from '../../ui/class-names.ts'
import frame from '../dialog.module.css'
import { Dialog } from '../dialog.tsx'
import type { Shortcut } from './keyboard.ts'
import styles from './key-sheet.module.css'

export function CloseCap({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
      <kbd>Esc</kbd>
    </button>
  )
}

/** The caps of a shortcut on this machine: `mod+k` has two, and so has `g m`. */
export function printed(keys: string): string[] {
  const command = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'
  return keys.split(' ').flatMap((part) => {
    const [key = '', mod] = part.length > 1 ? part.split('+').reverse() : [part]
    return mod === undefined ? [key] : [mod === 'mod' ? command : mod, key.toUpperCase()]
  })
}

export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={styles.caps} aria-hidden="true">
      {printed(keys).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}

type Line = readonly [keys: string, label: string]

/** Keys that lists and charts handle while they have the focus. */
const inPlace: readonly (readonly [title: string, lines: readonly Line[]])[] = [
  [
    'In a list',
    [
      ['↑ ↓', 'Move by a row'],
      ['← →', 'Move by a column'],
      ['PgUp PgDn', 'Move by a screen'],
      ['Home End', 'First and last'],
      ['Ctrl ← →', 'First and last column'],
      ['Enter', 'Details of the row'],
      ['c', 'Copy the cell'],
      ['i', 'About the id in the cell'],
      ['Ctrl f', 'Find in loaded rows'],
      ['Esc', 'Close the details'],
      ['Shift ← →', 'Resize a column, from its header'],
      ['Ctrl Shift ← →', 'Move a column, from its header'],
    ],
  ],
  [
    'In the chart',
    [
      ['← →', 'Move the crosshair'],
      ['Shift ← →', 'Move the view'],
      ['PgUp PgDn', 'Move by a screen'],
      ['+ -', 'Zoom'],
      ['Home End', 'First and last candle in view'],
      ['Shift Home', 'Oldest loaded candle'],
      ['l', 'Latest candle'],
      ['Shift ↑ ↓', 'Stretch the price scale'],
      ['a', 'Fit the price scale'],
      ['Shift PgUp PgDn', 'All of the height for one pane, as by a double click'],
      ['m', 'Measure from candle to candle, or drag with Shift'],
      ['Shift F10', 'Menu of the candle'],
      ['Enter', 'Alert at a line that has the focus'],
      ['Del', 'Remove a line; arrows move it'],
      ['Esc', 'Stop measuring, hide the crosshair'],
      ['t', 'Table'],
      ['f', 'Full screen'],
      ['5 m', 'Another interval: type it'],
      ['B T C', 'Another market: type its name, with Shift if the letter is a shortcut'],
      ['Alt g', 'Go to a date'],
    ],
  ],
]

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {lines.map(([keys, label]) => (
          <div key={keys + label}>
            <dt>{label}</dt>
            <dd>
              <KeyCaps keys={keys} />
              <span className="visually-hidden">{keys}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function KeySheet({ shortcuts, onClose }: { shortcuts: readonly Shortcut[]; onClose: () => void }) {
  const lines = (group: Shortcut['group']): Line[] =>
    shortcuts.filter((shortcut) => shortcut.group === group).map(({ keys, label }) => [keys, label])
  return (
    <Dialog label="Keyboard shortcuts" className={classNames(frame.dialog, styles.sheet)} onClose={onClose}>
      <header>
        <h2>Keyboard shortcuts</h2>
        <CloseCap onClose={onClose} />
      </header>
      <div className={styles.columns}>
        <Lines title="Anywhere" lines={lines('Anywhere')} />
        <Lines title="Go to" lines={lines('Go to')} />
        {inPlace.map(([title, own]) => (
          <Lines key={title} title={title} lines={own} />
        ))}
      </div>
    </Dialog>
  )
}
