import { type ReactNode, useState } from 'react'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { Button } from '../../../../ui/inputs/button.tsx'
import { type Unmet, unmetWords } from '../../requested-view.ts'
import { type Note, type NotesSource, notesOf } from './notes.ts'
import styles from './notices.module.css'

export interface NoticesProps extends NotesSource {
  /** Parts of the URL that cannot be shown. */
  unmet: readonly Unmet[]
  /** Removes the unmet parts from the URL. */
  onDismiss: () => void
}

/** Notices about the displayed candles: failed requests, truncation, assumptions. They lie over the chart until hidden. */
export function Notices(props: NoticesProps) {
  const { unmet, onDismiss } = props
  /** Texts that the reader has hidden, by their place: another text there is shown again. */
  const [hidden, setHidden] = useState<Readonly<Record<number, ReactNode>>>({})
  const asked = unmet.map((one) => <div key={one.asked}>{unmetWords(one)}</div>)
  const notes: Note[] = [
    { text: asked.length > 0 && asked, button: { label: 'Dismiss', onClick: onDismiss } },
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
