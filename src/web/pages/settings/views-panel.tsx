import { forgetView, renameView, saveView } from '../../preferences/lists.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { DraftField } from './kept-panel.tsx'
import styles from './settings.module.css'

export const refuseName = (text: string): string | undefined => (text.trim() === '' ? 'Enter a name.' : undefined)

export function ViewsPanel() {
  const views = usePreference('views')
  return (
    <Panel title="Saved views" count={views.length}>
      <p className={styles.about}>Named links to pages of this dashboard. Search finds them too.</p>
      {views.length === 0 ? (
        <p className="muted">No saved views. Press s on any page to save what it shows.</p>
      ) : (
        <ul className={styles.kept}>
          {views.map((view) => {
            const { name, href } = view
            const forget = () => {
              forgetView(href)
              toast(`${name} removed.`, { label: 'Undo', onClick: () => saveView(view) })
            }
            return (
              <li key={href} className={styles.view}>
                <DraftField
                  label={`Name of the view ${href}`}
                  value={name}
                  refuse={refuseName}
                  onKeep={(text) => renameView(href, text)}
                />
                <Anchor className={styles.viewHref} href={href} aria-label={`Open ${name}`} title={href}>
                  {href}
                </Anchor>
                <Button small variant="bare" icon="trash" aria-label={`Remove ${name}`} onClick={forget} />
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
