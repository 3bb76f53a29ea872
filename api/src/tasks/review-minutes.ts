/** Expected minutes of a review: the sandbox decides in seconds, people within a day. */
export function reviewMinutes(sandboxSeconds: number): number {
  return sandboxSeconds > 0 ? Math.ceil(sandboxSeconds / 60) : 24 * 60
}
