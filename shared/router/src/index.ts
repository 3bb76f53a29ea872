/**
 * The router of the whole page: React Router in declarative mode, re-exported by name so that one copy is shared and the rest is shaken off.
 * Routes are plain objects for `useRoutes`; only the shell mounts `BrowserRouter`.
 */
export {
  BrowserRouter, MemoryRouter, Link, NavLink, Navigate, Route, Routes, Outlet,
  useNavigate, useLocation, useParams, useSearchParams, useRoutes, useNavigationType,
  matchPath, generatePath, resolvePath,
} from 'react-router-dom'
export type { RouteObject, Location, NavigateFunction, NavigateOptions, To, LinkProps, NavLinkProps, Params } from 'react-router-dom'
