import type { ReactNode } from 'react'

/** The bar at the lower edge with the one next step. Place it beside `Main` or at the end of a form inside it. */
export function Dock({ children }: { children: ReactNode }) {
  return <div className="ac-dock">{children}</div>
}
