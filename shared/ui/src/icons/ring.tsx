/** The turning ring: something runs right now. */
export function Ring() {
  return (
    <svg className="ac-ring" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      <circle cx="10" cy="10" r="8" strokeDasharray="14 50" />
    </svg>
  )
}
