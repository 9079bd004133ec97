import type { PartyLine } from '../../../entities/party/party-line.ts'

const LoadingText = () => (
  <>
    <span aria-hidden="true">…</span>
    <span className="visually-hidden">Loading</span>
  </>
)

/** One line about the chosen party; without an answer its place while the answer is awaited. */
export const FactLine = ({ name, answer, context }: { name: string } & Partial<PartyLine>) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {answer ?? <LoadingText />}
      <small>{answer === undefined ? ' ' : context}</small>
    </dd>
  </div>
)
