import * as v from 'valibot'
import type { Asset } from '../../../wire/network.ts'
import type { AssetLabel } from '../../entities/asset/labels.ts'
import { enumWords } from '../../entities/enum-words.ts'
import { AmountCell, MissingCell } from '../../entities/value-cells.tsx'
import { fact, type Fact } from '../../ui/display/facts.tsx'

const maybe = v.fallback(v.optional(v.string()), undefined)
const Origin = v.object({
  details: v.object({
    erc20: v.object({ contractAddress: maybe, chainId: maybe, lifetimeLimit: maybe, withdrawThreshold: maybe }),
  }),
})

/** Where the asset comes from, as its record says; no facts for an asset of the network itself. */
export function originFacts(asset: Asset, { decimals }: AssetLabel): Fact[] {
  const read = v.safeParse(Origin, asset)
  if (!read.success) return [fact('Kind', 'built in: issued by the network itself')]
  const { contractAddress, chainId, lifetimeLimit, withdrawThreshold } = read.output.details.erc20
  const amount = (label: string, raw: string | undefined): Fact[] =>
    raw === undefined ? [] : [fact(label, <AmountCell raw={raw} decimals={decimals} />)]
  return [
    fact('Kind', 'ERC-20 token'),
    fact('Contract', contractAddress === undefined ? 'not reported' : <code className="mono">{contractAddress}</code>),
    fact('Chain id', chainId ?? 'not reported'),
    ...amount('Lifetime limit', lifetimeLimit),
    ...amount('Withdrawal delayed from', withdrawThreshold),
  ]
}

export function detailFacts({ symbol, name, decimals, quantum, status }: AssetLabel): Fact[] {
  return [
    fact('Symbol', symbol),
    fact('Name', name),
    fact('Status', enumWords(status)),
    fact('Decimals', decimals),
    fact(
      'Quantum',
      quantum === '' ? (
        <MissingCell reason="not reported" words />
      ) : (
        <>
          <AmountCell raw={quantum} decimals={decimals} /> {symbol}
        </>
      ),
    ),
  ]
}
