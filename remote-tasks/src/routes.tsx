import type { RoutesOf } from '@adcoin/remote'
import type en from '../locales/en_US.json'

export const routes = [
  { path: '/home', title: 'titles.home', page: () => import('./home/home-page.tsx') },
  {
    path: '/taskList',
    title: 'titles.taskList',
    page: () => import(/* webpackChunkName: "tasks" */ './task-list/task-list-page.tsx'),
  },
  { path: '/task/:taskId', title: 'titles.task', page: () => import('./task/task-page.tsx') },
  {
    path: '/adRecord',
    title: 'titles.adRecord',
    page: () => import(/* webpackChunkName: "tasks" */ './record/ad-record-page.tsx'),
  },
  { path: '/share', title: 'titles.share', page: () => import('./share/share-page.tsx') },
  { path: '/bindAccount', title: 'titles.bindAccount', page: () => import('./binding/bind-page.tsx') },
] as const satisfies RoutesOf<typeof en>

/** Links to other addresses do not compile. */
declare module '@adcoin/contract' {
  interface Routes {
    readonly tasks: (typeof routes)[number]['path']
  }
}
