/**
 * The parts of every remote: entry, paths, hooks. Loaded before anything else, because the entry depends on it: nothing
 * here may import `@adcoin/http` or `@adcoin/events` but for types. The parts that only pages need are in
 * `@adcoin/remote/pages` and `@adcoin/remote/forms`.
 */
export {
  isRemoteModule,
  isRemoteModule as isDoor,
  type Host,
  type RemoteModule,
  type RemoteFailure,
  type ToastKind,
} from './remote-module.ts'
export { defineRemote, type RemoteDefinition, type RemoteScope, type RoutesOf } from './define-remote.tsx'
export { createLazyPage, type PageModule } from './lazy-page.tsx'
export { HostProvider, useHost } from './host.tsx'
export { appPaths, createPaths, ownUrl, withQuery, type PathOf, type PathsOf } from './paths.ts'
export { useBack } from './use-back.ts'
export { useOnline } from '@adcoin/ui'
export { sharedTexts, sharedTexts as kitTexts } from './texts.ts'
export { NotFound } from './not-found.tsx'
export {
  useDocumentTitle,
  useShownTitle,
  // A removed name would raise the major version of the platform.
  useShownTitle as useNotFoundTitle,
} from './document-title.ts'
