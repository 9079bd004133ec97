import { groupDigits } from '../../format/amount.ts'

export const EpochCell = ({ epoch }: { epoch: string }) => <span>{groupDigits(epoch)}</span>
