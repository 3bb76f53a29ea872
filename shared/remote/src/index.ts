/**
 * What a remote is: the door, paths, hooks. It is there before anything else, so that a door can stand on it: nothing here may
 * import `@adcoin/http` or `@adcoin/events` but for types. Forms are an entry of their own, `@adcoin/remote/forms`.
 */
export { isDoor, type Host, type RemoteDoor, type RemoteFailure, type ToastKind } from './door.ts'
export { defineRemote, type RemoteDefinition, type RemoteScope } from './define-remote.tsx'
export { createLazyPage, type PageModule } from './lazy-page.tsx'
export { HostProvider, useHost } from './host.tsx'
export { appPaths, createPaths, withQuery, type PathOf, type PathsOf } from './paths.ts'
export { useBack } from './use-back.ts'
export { useOnline } from './use-online.ts'
export { failureText, fieldText, kitTexts, useFieldText } from './texts.ts'
export { NotFound, useNotFoundTitle } from './not-found.tsx'
export { useCountdown } from './use-countdown.ts'
export { ProfileLink } from './profile-link.tsx'
export { useCopy } from './use-copy.ts'
export { saveFile } from './save-file.ts'
export { PagedList } from './paged-list.tsx'
