const stars: readonly (readonly [x: number, y: number, r: number])[] = [
  [6, 4.5, 2.8],
  [13.1, 5.4, 1.4],
  [9.1, 9.3, 1.5],
  [15.7, 8.1, 1.3],
  [11.5, 19.4, 1.7],
  [18.1, 18.1, 1.7],
]

export function BrandMark() {
  return (
    <svg width="26" height="26" viewBox="2 1 22 22" aria-hidden="true">
      <path
        d="M6 4.5 13.1 5.4 9.1 9.3ZM9.1 9.3 11.5 19.4 18.1 18.1 15.7 8.1Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        strokeLinejoin="round"
        opacity="0.55"
      />
      {stars.map(([x, y, r]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} fill="currentColor" />
      ))}
    </svg>
  )
}
