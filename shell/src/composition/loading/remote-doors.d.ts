/** Made by `npm run dev` from the remotes that stand in the repository (`shared/preset/src/everything`). */
declare module 'virtual-remote-doors' {
  export const doors: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>>
}
