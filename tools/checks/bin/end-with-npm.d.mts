/** @param stop  called once after npm, or the shell between, has ended */
export function endWithNpm(stop: () => void): void
