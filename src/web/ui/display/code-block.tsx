import type { ReactNode } from 'react'
import { CopyButton } from '../inputs/copy-button.tsx'
import styles from './code-block.module.css'

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\b\d+(?:\.\d+)?\b|\b(?:true|false|null)\b/g

/** Colours JSON; other text stays plain. The text is never changed. */
function highlight(text: string) {
  if (!/^\s*[{[]/.test(text)) return text
  const parts: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(token)) {
    parts.push(text.slice(from, match.index))
    const kind = match[2] === undefined ? (match[1] === undefined ? styles.number : styles.string) : styles.key
    const shown = match[1] ?? match[0]
    parts.push(
      <span key={match.index} className={kind}>
        {shown}
      </span>,
    )
    from = match.index + shown.length
  }
  parts.push(text.slice(from))
  return parts
}

/** Text as received, with a copy button; long lines wrap. `label` names it: "Record as received". */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className={styles.block}>
      {/* a scroller must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{highlight(text)}</code>
        </pre>
      </section>
      <div className={styles.copy}>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
    </div>
  )
}
