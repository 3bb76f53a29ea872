import type { RemoteDefinition } from '@adcoin/remote'

export const routes: RemoteDefinition['routes'] = [
  { path: '/team', title: 'titles.team', page: () => import('./team/team-page.tsx') },
  { path: '/teamList', title: 'titles.members', page: () => import('./members/members-page.tsx') },
  { path: '/invite', title: 'titles.invite', page: () => import('./invitation/invite-page.tsx') },
  { path: '/bindInvite', title: 'titles.bindInvite', page: () => import('./inviter/bind-invite-page.tsx') },
]
