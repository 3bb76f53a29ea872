/**
 * The router of the whole page: React Router in declarative mode, re-exported by name so that one copy is shared and
 * the rest is shaken off.
 * Routes are plain objects for `useRoutes`; only the shell mounts `BrowserRouter`. What stands here is in every page:
 * name no more than is used.
 */
export {
  BrowserRouter,
  Navigate,
  useNavigate,
  useLocation,
  useParams,
  useSearchParams,
  useRoutes,
  useNavigationType,
  matchPath,
  generatePath,
} from 'react-router-dom'
export { Link, type LinkProps } from './link.tsx'
export type { RouteObject, Location, NavigateFunction, NavigateOptions, To, Params } from 'react-router-dom'
