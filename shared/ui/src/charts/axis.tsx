/** The days under a chart: as many labels as fit on a small phone, all of a few, four of many. */
export function Axis({ labels }: { labels: readonly string[] }) {
  const last = labels.length - 1
  const shown = last < 7 ? labels : [0, 1, 2, 3].map(part => labels[Math.round((part * last) / 3)])
  return (
    <div className="ac-area__x" aria-hidden="true">
      {shown.map((label, index) => (
        <span key={index}>{label}</span>
      ))}
    </div>
  )
}
