/**
 * The router of the whole page: React Router in declarative mode, re-exported by name so that one copy is shared and
 * the rest is tree-shaken. Routes are plain objects for `useRoutes`; only the shell mounts `BrowserRouter`. Every page
 * loads these exports: add none that is unused.
 */
export {
  BrowserRouter,
  Navigate,
  useLocation,
  useParams,
  useSearchParams,
  useRoutes,
  useNavigationType,
  matchPath,
  generatePath,
} from 'react-router-dom'
export { Link, type LinkProps } from './link.tsx'
export { useNavigate, type NavigateFunction, type To } from './navigate.ts'
export type { RouteObject, Location, NavigateOptions, Params } from 'react-router-dom'
