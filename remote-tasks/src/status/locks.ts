const locks = ['need_bind', 'task_full', 'task_limit', 'task_closed'] as const

/** Why a task cannot be claimed; an unknown reason reads as "has ended". */
export function knownLock(lock: string): (typeof locks)[number] {
  return locks.find(known => known === lock) ?? 'task_closed'
}
