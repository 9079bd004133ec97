import { expect, test } from 'vitest'
import { ledgerColumns } from '../../../wire/ledger-export.ts'
import { fieldsOf } from './csv-scanner.ts'
import { counterpartyWords, ledgerRows } from './ledger-row.ts'

const party = 'c1'.repeat(32)
const rows = [
  `2024-03-01 10:00:00.123456+00,1000,0,TRANSFER_TYPE_MARGIN_LOW,d1,"",${party},GENERAL,9000,a1,${party},MARGIN,1000`,
  `2024-03-01 10:00:00.123456+00,50,-50,TRANSFER_TYPE_MTM_LOSS,d1,a1,${party},MARGIN,950,a1,network,SETTLEMENT,50`,
  `2024-03-01 10:00:05+00,7,7,"odd, ""type""",d1,"",network,NETWORK_TREASURY,0,"",${party},GENERAL,9007`,
]

test('the other side is an account of the party, of the network, or another key', () => {
  const words = rows.map((row) => {
    const cells = fieldsOf(row)
    return counterpartyWords((name) => cells[ledgerColumns.indexOf(name)] ?? '')
  })
  expect(words).toEqual(['own GENERAL', 'network SETTLEMENT', 'network NETWORK_TREASURY'])
})

test('rows show what the movement did to the account of the party', () => {
  expect(ledgerRows(rows, party.toUpperCase())).toMatchObject([
    {
      effect: '0',
      own: true,
      account_from_account_type: 'GENERAL',
      account_to_account_type: 'MARGIN',
      account_from_market_id: '',
      account_to_market_id: 'a1',
      balance: '1000',
    },
    { effect: '-50', own: false, balance: '950' },
    { effect: '7', transfer_type: 'odd, "type"', balance: '9007' },
  ])
})
