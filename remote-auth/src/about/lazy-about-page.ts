import { createLazyPage } from '@adcoin/remote'

/** Loaded late: few people read these texts. */
export const { Page: AboutPage } = createLazyPage(() => import(/* webpackChunkName: "about" */ './about-page.tsx'))
