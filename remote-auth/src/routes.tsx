import type { RemoteDefinition } from '@adcoin/remote'

export const routes: RemoteDefinition['routes'] = [
  { path: '/lanuch', title: 'titles.launch', page: () => import('./landing/landing-page.tsx') },
  { path: '/login', title: 'titles.login', page: () => import('./login/login-page.tsx') },
  { path: '/register', title: 'titles.register', page: () => import('./register/register-page.tsx') },
  { path: '/google_auth', title: 'titles.googleAuth', page: () => import('./google/google-auth-page.tsx') },
  { path: '/appLogin', title: 'titles.appLogin', page: () => import('./hand-over/app-login-page.tsx') },
  { path: '/welcome', title: 'titles.welcome', page: () => import('./welcome/welcome-page.tsx') },
  { path: '/resetPwd/:findType', title: 'titles.resetPassword', page: () => import('./reset/reset-page.tsx') },
  { path: '/personalData', title: 'titles.profile', page: () => import('./profile/profile-page.tsx') },
  { path: '/personalSetting', title: 'titles.settings', page: () => import('./settings/settings-page.tsx') },
  { path: '/pwdSetting', title: 'titles.loginPassword', page: () => import('./login-password/login-password-page.tsx') },
]
