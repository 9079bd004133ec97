/** Floor division: the quotient is rounded towards minus infinity, so that times before 1970 round towards the past. */
export function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value % by < 0n ? quotient - 1n : quotient
}

/** The quotient rounded towards plus infinity. */
export const ceilDivide = (value: bigint, by: bigint): bigint => -floorDivide(-value, by)
