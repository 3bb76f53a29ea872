import { Readable } from 'node:stream'
import type { FilePurpose } from '../files/file-links.ts'
import { keepFile } from '../files/keep-file.ts'
import { FileRefused } from '../files/limits.ts'
import { receiveFile } from '../files/receive-file.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import type { SocialProfile } from './social-verifier.ts'

/** The ids of a profile's pictures, cleaned and kept as uploads are; one that is no picture is left out. */
export async function keepPictures(
  services: Services,
  userId: bigint,
  { avatar, background }: Pick<SocialProfile, 'avatar' | 'background'>,
): Promise<{ avatar: string | null; background: string | null }> {
  return {
    avatar: await keep(services, userId, avatar, 'avatar'),
    background: await keep(services, userId, background, 'bind'),
  }
}

async function keep(
  services: Services,
  userId: bigint,
  bytes: Buffer | null,
  purpose: FilePurpose,
): Promise<string | null> {
  if (!bytes) return null
  try {
    const received = await receiveFile(services.files, Readable.from([bytes]), purpose)
    try {
      return (await keepFile(services, userId, purpose, received)).id
    } finally {
      await received.remove()
    }
  } catch (error) {
    if (!(error instanceof FileRefused || error instanceof Refusal)) throw error
    services.log.warn({ reason: error.message }, 'a picture of a social profile was left out')
    return null
  }
}
