import type { Address } from '@adcoin/contract'
import { createContext, use, type ComponentType, type MouseEvent, type ReactNode, type Ref } from 'react'

/** Properties of a link: the app's router renders it, so that this package depends on no router. */
export type LinkComponentProps = {
  to: Address
  className?: string
  children?: ReactNode
  id?: string
  replace?: boolean
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
  ref?: Ref<HTMLAnchorElement>
  'aria-label'?: string
  'aria-current'?: 'page'
  'aria-describedby'?: string
}

const LinkContext = createContext<ComponentType<LinkComponentProps>>(({ to, ...rest }) => (
  <a href={to} {...omitReplace(rest)} />
))

/** Gives every component the router's Link, once, at the root. Without it `to` becomes a plain `href`. */
export function UiProvider({ link, children }: { link: ComponentType<LinkComponentProps>; children: ReactNode }) {
  return <LinkContext value={link}>{children}</LinkContext>
}

function omitReplace({
  replace: _,
  ...rest
}: Omit<LinkComponentProps, 'to'>): Omit<LinkComponentProps, 'to' | 'replace'> {
  return rest
}

/** The link component of the app. */
export function useLink(): ComponentType<LinkComponentProps> {
  return use(LinkContext)
}
