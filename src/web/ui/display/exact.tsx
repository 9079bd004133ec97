import { useContext, useState, type ReactNode } from 'react'
import { TabStop } from '../inputs/tab-stop.ts'
import { Tooltip } from '../overlays/tooltip.tsx'

export interface ExactProps {
  exact: string | undefined
  children: ReactNode
  className?: string | undefined
  'data-sign'?: 'in' | 'out' | undefined
  'data-direction'?: string | undefined
}

/**
 * A rounded or shortened value with its exact one: as title on hover, as tooltip on focus, and as accessible
 * description. Inside a grid it is not focusable: the grid shows the exact values of its active cell.
 */
export function Exact({ exact, children, ...rest }: ExactProps) {
  const inGrid = useContext(TabStop) === -1
  if (inGrid || exact === undefined || exact === '' || exact === children) {
    return (
      <span title={exact} {...rest}>
        {children}
      </span>
    )
  }
  return (
    <FocusableExact exact={exact} {...rest}>
      {children}
    </FocusableExact>
  )
}

function FocusableExact({ exact, children, ...rest }: ExactProps & { exact: string }) {
  const [anchor, setAnchor] = useState<Element>()
  return (
    // Without a role: a cell or a term around it keeps the shown text as its name. It does nothing when pressed.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      title={exact}
      onFocus={(event) => setAnchor(event.currentTarget)}
      onBlur={() => setAnchor(undefined)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setAnchor(undefined)
      }}
      {...rest}
    >
      {children}
      {anchor && <Tooltip text={exact} anchor={anchor} />}
    </span>
  )
}
