import type { Address } from '@adcoin/contract'
import { useNavigate as useRouterNavigate, type NavigateOptions, type Path } from 'react-router-dom'

/** A screen that exists, or parts of the present address. */
export type To = Address | Partial<Path>

export type NavigateFunction = {
  (to: To, options?: NavigateOptions): void | Promise<void>
  (delta: number): void | Promise<void>
}

/** React Router's own. */
export const useNavigate: () => NavigateFunction = useRouterNavigate
