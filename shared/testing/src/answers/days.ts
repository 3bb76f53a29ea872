/** So many calendar days, `step` apart, oldest first; `last` is the last one. */
export function listDaysTo(last: string, count: number, step = 1): string[] {
  const end = Date.parse(last)
  return Array.from({ length: count }, (_, index) =>
    new Date(end - (count - 1 - index) * step * 86_400_000).toISOString().slice(0, 10),
  )
}
