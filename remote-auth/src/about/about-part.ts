import { createLazyPage } from '@adcoin/remote'

/** The texts, in a late file: they are read by few, and by nobody twice. */
export const { Page: AboutPage } = createLazyPage(() => import(/* webpackChunkName: "about" */ './about-page.tsx'))
