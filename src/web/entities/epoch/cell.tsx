import { groupDigits } from '../../format/amount.ts'

/** An epoch number, grouped. */
export const EpochCell = ({ epoch }: { epoch: string }) => <span>{groupDigits(epoch)}</span>
