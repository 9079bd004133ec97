import type { ReactNode } from 'react'

/** One setting in a list of settings: its name and its control. */
export function Choice({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
