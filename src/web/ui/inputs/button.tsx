import { useContext, type ButtonHTMLAttributes, type ReactNode } from 'react'
import { Anchor, TabStop } from './anchor.tsx'
import styles from './button.module.css'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icons/icon.tsx'

type Variant = 'default' | 'primary' | 'bare'

interface Look {
  /** Primary at most once per page. */
  variant?: Variant
  icon?: IconName | undefined
  /** For panel headers and rows. */
  small?: boolean
  children?: ReactNode
}

const classesOf = ({ variant = 'default', small = false, children }: Look): string =>
  classNames(
    styles.button,
    variant !== 'default' && styles[variant],
    small && styles.small,
    (children === undefined || children === null) && styles.square,
  )

export type ButtonProps = Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & { pressed?: boolean }

/** A button. Without children it is a square icon, which then needs `aria-label`. `pressed` makes it a switch. */
export function Button(props: ButtonProps) {
  const { variant: _, small: __, icon, pressed, children, ...rest } = props
  const tabStop = useContext(TabStop)
  return (
    <button type="button" tabIndex={tabStop} {...rest} className={classesOf(props)} aria-pressed={pressed}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A small button that is an icon alone, in a row or beside words; `label` is its accessible name. */
export const IconButton = ({ label, ...props }: Omit<ButtonProps, 'children'> & { label: string }) => (
  <Button small variant="bare" aria-label={label} {...props} />
)

/** A link that looks like a button. */
export function ButtonLink(props: Look & { href: string; target?: '_blank'; 'aria-label'?: string }) {
  const { href, target, icon, children, 'aria-label': label } = props
  return (
    <Anchor
      href={href}
      className={classesOf(props)}
      aria-label={label}
      title={label}
      {...(target && { target, rel: 'noopener' })}
    >
      {icon && <Icon name={icon} />}
      {children}
    </Anchor>
  )
}

/** At the right of a card's header: leads to the same in full. */
export const OpenLink = ({ href, text }: { href: string; text: string }) => (
  <Anchor className="link" href={href}>
    {text}
  </Anchor>
)
