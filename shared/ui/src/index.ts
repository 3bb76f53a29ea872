/**
 * The first parts of every page: frame, screen, buttons, notes, states, toast, with the styles of the whole package.
 * The parts that show and take data are an entry of their own, `@adcoin/ui/pages`: this one is in the core.
 */
import './styles/tokens.css'
import './styles/base.css'
import './styles/layout.css'
import './styles/controls.css'
import './styles/content.css'
import './styles/overlays.css'
import './styles/landing.css'
import './styles/print.css'

export { UiProvider, type LinkComponentProps } from './provider.tsx'
export { uiTexts } from './texts.ts'
export { classNames } from './class-names.ts'
export { useOnline } from './use-online.ts'

export { Icon, Ring } from './icons/icon.tsx'
export { iconNamed, type IconName } from './icons/icon-paths.ts'
export { Logo, Mark } from './icons/logo.tsx'

export { Columns, Main, Screen } from './layout/screen.tsx'
export { NavBar, TopLine } from './layout/bars.tsx'

export { Button, TextLink, type ButtonProps, IconButton } from './controls/button.tsx'

export { Hint } from './content/hint.tsx'
export { Empty, Failed, Skeleton, WordsToCome } from './content/states.tsx'

export { passBack } from './overlays/close-on-back.ts'
export { HelpTab, OfflineBanner, RailItem, TabBar, type TabItem } from './overlays/frame-parts.tsx'
export { LoaderView, ProgressBar } from './overlays/loader.tsx'
export { ToastHost, ToastView, type ToastContent, type ToastTone } from './overlays/toast.tsx'
