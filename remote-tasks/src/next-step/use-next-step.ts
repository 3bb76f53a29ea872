import type { TaskItem } from '@adcoin/contract'
import { useBoundAccounts } from '../binding/use-bound-accounts.ts'
import { findNextStep, type NextStep } from './next-step.ts'

/** Undefined while it is unknown. */
export function useNextStep(tasks: readonly TaskItem[] | undefined): NextStep | undefined {
  const accounts = useBoundAccounts()
  if (!tasks) return undefined
  return findNextStep(tasks, accounts.data?.list ?? (accounts.isError ? [] : undefined))
}
