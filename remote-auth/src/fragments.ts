import { Page as Landing } from './landing/landing-page.tsx'
import { LoginScreen } from './login/login-page.tsx'
import { RegisterScreen } from './register/register-page.tsx'

/** The screens that the page shows before any code is there. The build draws each of them, in every language. */
export const fragments = { '/lanuch': Landing, '/login': LoginScreen, '/register': RegisterScreen }
