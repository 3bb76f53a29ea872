import { getPriority, setPriority } from 'node:os'

/**
 * A third of the weight of the service's other threads, whatever it was started with (to raise a priority is refused to
 * most users): enough for calls to go first, and not so little that a login starves on a busy machine.
 */
const nicer = 5

/** Lowers the priority of the calling thread, and of no other. */
export function lowerPriority(): void {
  // Elsewhere than on Linux it would be that of the whole service.
  if (process.platform === 'linux') setPriority(0, Math.min(19, getPriority(0) + nicer))
}
