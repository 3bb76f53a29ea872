import type { RoutesOf } from '@adcoin/remote'
import type en from '../locales/en_US.json'

export const routes = [
  {
    // Spelled as in the specification.
    path: '/lanuch',
    title: 'titles.launch',
    page: () => import(/* webpackChunkName: "first-landing" */ './landing/landing-page.tsx'),
  },
  {
    path: '/login',
    title: 'titles.login',
    page: () => import(/* webpackChunkName: "sign-in" */ './login/login-page.tsx'),
  },
  {
    path: '/register',
    title: 'titles.register',
    page: () => import(/* webpackChunkName: "sign-in" */ './register/register-page.tsx'),
  },
  { path: '/google_auth', title: 'titles.googleAuth', page: () => import('./google/google-auth-page.tsx') },
  {
    path: '/appLogin',
    title: 'titles.appLogin',
    page: () => import(/* webpackChunkName: "first-hand-over" */ './hand-over/app-login-page.tsx'),
  },
  {
    path: '/welcome',
    title: 'titles.welcome',
    page: () => import(/* webpackChunkName: "account" */ './welcome/welcome-page.tsx'),
  },
  {
    path: '/resetPwd/:findType',
    title: 'titles.resetPassword',
    page: () => import(/* webpackChunkName: "sign-in" */ './reset/reset-page.tsx'),
  },
  {
    path: '/personalData',
    title: 'titles.profile',
    page: () => import(/* webpackChunkName: "account" */ './profile/profile-page.tsx'),
  },
  {
    path: '/personalSetting',
    title: 'titles.settings',
    page: () => import(/* webpackChunkName: "account" */ './settings/settings-page.tsx'),
  },
  {
    path: '/notifications',
    title: 'titles.notifications',
    page: () => import(/* webpackChunkName: "account" */ './notifications/notifications-page.tsx'),
  },
  {
    path: '/pwdSetting',
    title: 'titles.loginPassword',
    page: () => import(/* webpackChunkName: "account" */ './login-password/login-password-page.tsx'),
  },
] as const satisfies RoutesOf<typeof en>

/** Links to other addresses do not compile. */
declare module '@adcoin/contract' {
  interface Routes {
    readonly auth: (typeof routes)[number]['path']
  }
}
