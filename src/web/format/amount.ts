/** The exact decimals of the contract, for whatever of the dashboard shows them. */
export * from '../../wire/amount.ts'
