import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../tests/fixture-apps.ts'
import { ensureKeys, readKeyRing, rotateKey } from './key-ring.ts'
import { distrust, signAs } from './signature.ts'

const now = new Date(Date.UTC(2026, 0, 1))
const bytes = Buffer.from('{"app":"remote-team"}')

describe('keys', () => {
  it('are made once per role, private ones readable by their owner alone', async () => {
    const folder = join(await freshFolder(), 'keys')
    const first = await ensureKeys(folder, ['ops', 'remote-team'], now)
    const second = await ensureKeys(folder, ['ops', 'remote-team'], now)
    expect(second.keys).toEqual(first.keys)
    expect((await readdir(folder)).sort()).toEqual(['keys.json', 'ops.pem', 'remote-team.pem'])
    expect((await stat(join(folder, 'ops.pem'))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect(JSON.stringify(await readKeyRing(folder))).not.toContain('PRIVATE')
  })

  it('sign for their role, purpose and name, and for nothing else', async () => {
    const ring = await ensureKeys(await freshFolder(), ['ops', 'remote-team', 'remote-wallet'], now)
    const signature = await signAs(ring, 'remote-team', 'release', 'remote-team', bytes)
    expect(distrust(ring, 'remote-team', 'release', 'remote-team', bytes, signature)).toBeUndefined()
    expect(distrust(ring, 'remote-wallet', 'release', 'remote-team', bytes, signature)).toContain(
      'may not sign for remote-wallet',
    )
    expect(distrust(ring, 'remote-team', 'release', 'remote-wallet', bytes, signature)).toContain(
      'not the ones that were signed',
    )
    expect(distrust(ring, 'remote-team', 'generation', 'remote-team', bytes, signature)).toContain(
      'not the ones that were signed',
    )
    expect(
      distrust(ring, 'remote-team', 'release', 'remote-team', Buffer.from('{"app":"remote-tean"}'), signature),
    ).toContain('not the ones that were signed')
    expect(distrust(ring, 'remote-team', 'release', 'remote-team', bytes, undefined)).toBe('it is not signed')
    expect(distrust(ring, 'remote-team', 'release', 'remote-team', bytes, Buffer.from('{}'))).toBe(
      'its signature file is damaged',
    )
  })

  it('of a stranger are not known', async () => {
    const [ours, theirs] = await Promise.all([
      ensureKeys(await freshFolder(), ['remote-team'], now),
      ensureKeys(await freshFolder(), ['remote-team'], now),
    ])
    expect(
      distrust(
        ours,
        'remote-team',
        'release',
        'remote-team',
        bytes,
        await signAs(theirs, 'remote-team', 'release', 'remote-team', bytes),
      ),
    ).toContain('unknown key')
  })

  it('keep what they signed good after they were rotated, and the new one signs from then on', async () => {
    const ring = await ensureKeys(await freshFolder(), ['remote-team'], now)
    const old = await signAs(ring, 'remote-team', 'release', 'remote-team', bytes)
    const { ring: rotated, made } = await rotateKey(ring.folder, 'remote-team', now)
    expect(distrust(rotated, 'remote-team', 'release', 'remote-team', bytes, old)).toBeUndefined()
    expect((await signAs(rotated, 'remote-team', 'release', 'remote-team', bytes)).toString()).toContain(made.id)
  })

  it('that this machine does not hold cannot sign', async () => {
    const ring = await ensureKeys(await freshFolder(), ['ops'], now)
    await expect(signAs(ring, 'remote-team', 'release', 'remote-team', bytes)).rejects.toThrow('no active private key')
  })
})
