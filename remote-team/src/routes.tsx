import type { RoutesOf } from '@adcoin/remote'
import type en from '../locales/en_US.json'

export const routes = [
  { path: '/team', title: 'titles.team', page: () => import('./team/team-page.tsx') },
  { path: '/teamList', title: 'titles.members', page: () => import('./members/members-page.tsx') },
  { path: '/invite', title: 'titles.invite', page: () => import('./invitation/invite-page.tsx') },
  { path: '/bindInvite', title: 'titles.bindInvite', page: () => import('./inviter/bind-invite-page.tsx') },
] as const satisfies RoutesOf<typeof en>

/** Links to other addresses do not compile. */
declare module '@adcoin/contract' {
  interface Routes {
    readonly team: (typeof routes)[number]['path']
  }
}
