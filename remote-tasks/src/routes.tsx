import type { RemoteDefinition } from '@adcoin/remote'

export const routes: RemoteDefinition['routes'] = [
  { path: '/home', title: 'titles.home', page: () => import('./home/home-page.tsx') },
  { path: '/taskList', title: 'titles.taskList', page: () => import('./task-list/task-list-page.tsx') },
  { path: '/task/:taskId', title: 'titles.task', page: () => import('./task/task-page.tsx') },
  { path: '/adRecord', title: 'titles.adRecord', page: () => import('./record/ad-record-page.tsx') },
  { path: '/share', title: 'titles.share', page: () => import('./share/share-page.tsx') },
  { path: '/bindAccount', title: 'titles.bindAccount', page: () => import('./binding/bind-page.tsx') },
]
