import { iconPaths, type IconName } from './icon-paths.ts'
import styles from './icon.module.css'

export type { IconName } from './icon-paths.ts'

/** A decorative icon in the text colour; its meaning is always also given in words. `size` is a CSS length. */
export function Icon({ name, size }: { name: IconName; size?: string }) {
  return (
    <svg
      className={styles.icon}
      viewBox="0 0 24 24"
      aria-hidden="true"
      {...(size === undefined ? {} : { style: { width: size, height: size } })}
      {...(name === 'star-filled' ? { 'data-filled': '' } : {})}
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
