import type { PartyLine } from '../../../entities/party/node-parties.ts'
import { linkTo } from '../../../router/link-to.ts'
import { Anchor } from '../../../ui/inputs/anchor.tsx'

/** Without an answer the line is the place for it while it is awaited. */
function FactLine({ name, href, line }: { name: string; href: string; line: PartyLine | undefined }) {
  return (
    <div>
      <dt>
        <Anchor href={href} className="link">
          {name}
        </Anchor>
      </dt>
      <dd>
        {line?.answer ?? (
          <>
            <span aria-hidden="true">…</span>
            <span className="visually-hidden">Loading</span>
          </>
        )}
        <small>{line?.context || '\u00a0'}</small>
      </dd>
    </div>
  )
}

interface FactLinesProps {
  partyId: string
  liquidity?: PartyLine | undefined
  margin?: PartyLine | undefined
}

/** What other questions say of the chosen party, a line each that leads to the whole answer. */
export const FactLines = ({ partyId, liquidity, margin }: FactLinesProps) => (
  <>
    <FactLine name="Liquidity" href={linkTo('/liquidity-providers', { partyId })} line={liquidity} />
    <FactLine name="Margin modes" href={linkTo('/margin-modes', { partyId })} line={margin} />
  </>
)
