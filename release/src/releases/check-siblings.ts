import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import type { Release } from '@adcoin/contract'
import { createRefusal, type ReleaseRefusal } from '../refusal.ts'
import { layout } from '../store/store.ts'
import type { SignedStore } from './releases.ts'

const expand = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) }

/**
 * Whether the compressed siblings of a release's files expand to those files. No description lists them, because
 * compression is not part of what a team signs, but browsers get them.
 *
 * @returns the problems, empty if there are none
 */
export async function checkSiblings(
  { store }: Pick<SignedStore, 'store'>,
  release: Release,
): Promise<readonly ReleaseRefusal[]> {
  const wrong: ReleaseRefusal[] = []
  for (const { path } of release.files) {
    const place = `${layout.release(release.app, release.id)}/${path}`
    const plain = await store.read(place)
    for (const suffix of ['.br', '.gz'] as const) {
      const sibling = await store.read(place + suffix)
      if (sibling && plain && !(await isCompressedForm(suffix, sibling, plain)))
        wrong.push(
          createRefusal(
            'files-whole',
            place + suffix,
            'it does not expand to the published file',
            'Roll back to an undamaged release, or publish this app again.',
          ),
        )
    }
  }
  return wrong
}

/** Whether a compressed sibling expands to its file; false also if it does not expand at all. */
export async function isCompressedForm(suffix: keyof typeof expand, sibling: Buffer, plain: Buffer): Promise<boolean> {
  const expanded = await expand[suffix](sibling, { maxOutputLength: plain.length + 1 }).catch(() => undefined)
  return expanded?.equals(plain) ?? false
}
