import { parseLink, type TaskDetail } from '@adcoin/contract'
import { findPlatform } from '../binding/link-platform.ts'
import type { SocialPlatform } from '../binding/use-bound-accounts.ts'
import { canSubmit } from '../task/can-submit.ts'

/** What another app shared, as the web manifest names it. */
export type Shared = { readonly title: string | null; readonly text: string | null; readonly url: string | null }

/** The first link in what was shared. Android puts an address into the text, often with words around it. */
export function findSharedLink({ title, text, url }: Shared): string | undefined {
  const found = [url, text, title].flatMap(part => part?.match(/https?:\/\/[^\s<>"']+/gi) ?? [])
  // A sentence may end with its link.
  return found.map(link => parseLink(link.replace(/[.,;:!?)\]}]+$/, ''))).find(link => link !== undefined)
}

/** The claimed tasks that wait for the link of a post: those of the link's platform first, by their example. */
export function chooseTasks(
  tasks: readonly TaskDetail[],
  link: string,
  platforms: readonly SocialPlatform[],
  now: number = Date.now(),
): readonly TaskDetail[] {
  const platform = findPlatform(link, platforms)
  const fits = ({ example }: TaskDetail) =>
    example !== null && platform !== undefined && findPlatform(example, platforms) === platform
  const waiting = tasks.filter(task => task.submit_fields.includes('video_link') && canSubmit(task, now))
  return [...waiting.filter(fits), ...waiting.filter(task => !fits(task))]
}
