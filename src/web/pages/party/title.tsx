import { useState } from 'react'
import { deployment } from '../../client/deployment-config.ts'
import { shortId } from '../../format/id.ts'
import { Bell } from '../../features/spam-statistics/index.ts'
import { Freshness, type Refreshable } from '../../ui/feedback/freshness.tsx'
import { setNickname, setWatched } from '../../preferences/set-preferences.ts'
import { usePartyName } from '../../preferences/party-names.ts'
import { useNickname, usePreference } from '../../preferences/use-preferences.ts'
import { useObservable } from '../../use-observable.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { ShareMenu, MoreActions } from '../../ui/overlays/share-menu.tsx'
import { LiveToggle } from '../../ui/inputs/toggle.tsx'
import { ExplorerLink } from '../../entities/explorer.tsx'
import { StarMark } from '../../ui/inputs/star-mark.tsx'
import styles from '../../entities/subject-title.module.css'

function NicknameForm({ partyId, onDone }: { partyId: string; onDone: () => void }) {
  const [name, setName] = useState(useNickname(partyId) ?? '')
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        setNickname(partyId, name)
        onDone()
      }}
    >
      <TextField
        label="Nickname"
        hideLabel
        // the reader pressed "edit" to type here
        autoFocus
        value={name}
        onChange={setName}
        placeholder="Nickname, kept in this browser only"
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone()
        }}
      />
      <Button type="submit" variant="primary">
        Save
      </Button>
      <Button variant="bare" onClick={onDone}>
        Cancel
      </Button>
    </form>
  )
}

export function PartyTitle({ partyId, freshness }: { partyId: string; freshness: Refreshable }) {
  const nickname = useNickname(partyId)
  const ownName = usePartyName(partyId)
  const isDeployed = useObservable(deployment, ({ names }) => Object.hasOwn(names, partyId))
  const watched = usePreference('watched').includes(partyId)
  const [editing, setEditing] = useState(false)
  const name = ownName ?? shortId(partyId)
  return (
    <header className={styles.head}>
      <StarMark id={partyId} size="3rem" />
      <div className={styles.who}>
        {editing ? (
          <>
            <h1 className="visually-hidden">{name}</h1>
            <NicknameForm partyId={partyId} onDone={() => setEditing(false)} />
          </>
        ) : (
          <div className={styles.name}>
            <h1 className={ownName === undefined ? 'mono' : undefined}>{name}</h1>
            <Button
              small
              variant="bare"
              icon={watched ? 'star-filled' : 'star'}
              pressed={watched}
              aria-label="Watch this party"
              title={watched ? 'Stop watching' : 'Watch'}
              onClick={() => setWatched(partyId, !watched)}
            />
            <Button
              small
              variant="bare"
              icon="edit"
              aria-label={nickname === undefined ? 'Add a nickname' : 'Edit the nickname'}
              onClick={() => setEditing(true)}
            />
          </div>
        )}
        <p className={styles.id} title={partyId} data-id={partyId}>
          <code className="mono">
            <span>{partyId.slice(0, -6)}</span>
            {partyId.slice(-6)}
          </code>
          <CopyButton text={partyId} label="Copy full party id" />
          {nickname !== undefined ? (
            <span>Nickname is kept in this browser only</span>
          ) : (
            // Its place is kept: it would wrap the line only once the name is there.
            <span className={ownName === undefined ? styles.reserved : undefined}>
              {isDeployed ? 'Name from this deployment' : 'Name from this node'}
            </span>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <MoreActions>
          <Freshness query={freshness} />
          <LiveToggle />
          {watched && <Bell />}
          <ExplorerLink kind="party" id={partyId} />
          <ShareMenu>Copy link</ShareMenu>
        </MoreActions>
      </div>
    </header>
  )
}
