import type { RoutesOf } from '@adcoin/remote'
import type en from '../locales/en_US.json'

export const routes = [
  {
    path: '/money',
    title: 'titles.money',
    page: () => import(/* webpackChunkName: "money" */ './money/money-page.tsx'),
  },
  {
    path: '/tradingList',
    title: 'titles.history',
    page: () => import(/* webpackChunkName: "money" */ './history/history-page.tsx'),
  },
  { path: '/statement', title: 'titles.statement', page: () => import('./statement/statement-page.tsx') },
  {
    path: '/sell',
    title: 'titles.sell',
    page: () => import(/* webpackChunkName: "sale" */ './sell/sell-page.tsx'),
  },
  {
    path: '/withdraw',
    title: 'titles.withdraw',
    page: () => import(/* webpackChunkName: "sale" */ './sell/withdraw-page.tsx'),
  },
  { path: '/cardList', title: 'titles.cards', page: () => import('./accounts/card-list-page.tsx') },
  { path: '/cardAdd', title: 'titles.cardAdd', page: () => import('./accounts/card-add-page.tsx') },
  {
    path: '/tradingSetting',
    title: 'titles.tradingSetting',
    page: () => import(/* webpackChunkName: "password" */ './trading-password/trading-setting-page.tsx'),
  },
  {
    path: '/tradingReset/:findType',
    title: 'titles.tradingReset',
    page: () => import(/* webpackChunkName: "password" */ './trading-password/trading-reset-page.tsx'),
  },
] as const satisfies RoutesOf<typeof en>

/** Links to other addresses do not compile. */
declare module '@adcoin/contract' {
  interface Routes {
    readonly wallet: (typeof routes)[number]['path']
  }
}
