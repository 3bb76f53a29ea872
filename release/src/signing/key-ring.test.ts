import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { makeFreshFolder } from '../../tests/fixture-apps.ts'
import { ensureKeys, findPrivateKey, readKeyRing, withKeyState, rotateKey } from './key-ring.ts'
import { checkSignature, refuseWithoutKeys, signAs, readSigner } from './signature.ts'

const now = new Date(Date.UTC(2026, 0, 1))
const bytes = Buffer.from('{"app":"remote-team"}')
const findDistrust = (...given: Parameters<typeof checkSignature>) => checkSignature(...given)?.message

describe('keys', () => {
  it('are made once per role, private ones readable by their owner alone', async () => {
    const folder = join(await makeFreshFolder(), 'keys')
    await mkdir(folder, { mode: 0o755 })
    const first = await ensureKeys(folder, ['ops', 'remote-team'], now)
    const second = await ensureKeys(folder, ['ops', 'remote-team'], now)
    expect(second.keys).toEqual(first.keys)
    expect((await readdir(folder)).sort()).toEqual(['keys.json', 'ops.pem', 'remote-team.pem'])
    expect((await stat(join(folder, 'ops.pem'))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect(JSON.stringify(await readKeyRing(folder))).not.toContain('PRIVATE')
    // People compare it line by line.
    const text = `${JSON.stringify({ schema: 1, keys: first.keys }, null, 2)}\n`
    expect(await readFile(join(folder, 'keys.json'), 'utf8')).toBe(text)
  })

  it('sign for their role, purpose and name, and for nothing else', async () => {
    const ring = await ensureKeys(await makeFreshFolder(), ['ops', 'remote-team', 'remote-wallet'], now)
    const signature = await signAs(ring, 'remote-team', 'release', 'remote-team', bytes)
    expect(findDistrust(ring, 'remote-team', 'release', 'remote-team', bytes, signature)).toBeUndefined()
    expect(findDistrust(ring, 'remote-wallet', 'release', 'remote-team', bytes, signature)).toContain(
      'may not sign for remote-wallet',
    )
    expect(findDistrust(ring, 'remote-team', 'release', 'remote-wallet', bytes, signature)).toContain(
      'differ from the signed ones',
    )
    expect(findDistrust(ring, 'remote-team', 'generation', 'remote-team', bytes, signature)).toContain(
      'differ from the signed ones',
    )
    expect(
      findDistrust(ring, 'remote-team', 'release', 'remote-team', Buffer.from('{"app":"remote-tean"}'), signature),
    ).toContain('differ from the signed ones')
    expect(findDistrust(ring, 'remote-team', 'release', 'remote-team', bytes, undefined)).toBe('it is not signed')
    expect(findDistrust(ring, 'remote-team', 'release', 'remote-team', bytes, Buffer.from('{}'))).toBe(
      'its signature file is damaged',
    )
  })

  it('sign in one spelling: no byte of a signature file can change unseen', async () => {
    const ring = await ensureKeys(await makeFreshFolder(), ['ops', 'remote-team'], now)
    const signature = await signAs(ring, 'remote-team', 'release', 'remote-team', bytes)
    for (let at = 0; at < signature.length; at++)
      for (const bit of [1, 2, 4, 128]) {
        const changed = Buffer.from(signature)
        changed[at] = (signature[at] ?? 0) ^ bit
        expect(
          findDistrust(ring, 'remote-team', 'release', 'remote-team', bytes, changed),
          `${at} ^ ${bit}`,
        ).toBeDefined()
      }
  })

  it('are in a folder that their owner alone can enter; the public ones can be read', async () => {
    const folder = join(await makeFreshFolder(), 'new', 'keys')
    await ensureKeys(folder, ['ops'], now)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o644)
  })

  it('are apart where that is asked for: everybody enters the folder of the public ones', async () => {
    const [folder, own] = [join(await makeFreshFolder(), 'public'), join(await makeFreshFolder(), 'private')]
    vi.stubEnv('RELEASE_PRIVATE_KEYS', own)
    await ensureKeys(folder, ['ops'], now)
    vi.unstubAllEnvs()
    expect([await readdir(folder), await readdir(own)]).toEqual([['keys.json'], ['ops.pem']])
    expect((await stat(folder)).mode & 0o555).toBe(0o555)
    expect((await stat(own)).mode & 0o777).toBe(0o700)
  })

  it('that are revoked are distinguished from every other reason not to trust a signature', async () => {
    const ring = await ensureKeys(await makeFreshFolder(), ['ops', 'remote-team'], now)
    const signature = await signAs(ring, 'remote-team', 'release', 'remote-team', bytes)
    const revoked = withKeyState(ring, readSigner(signature) ?? '', 'revoked')
    const other = Buffer.from('{}')
    const isRevoked = (...given: Parameters<typeof checkSignature>) => checkSignature(...given)?.isRevoked
    expect([
      isRevoked(ring, 'remote-team', 'release', 'remote-team', bytes, signature),
      isRevoked(revoked, 'remote-team', 'release', 'remote-team', bytes, signature),
      isRevoked(ring, 'remote-team', 'release', 'remote-team', bytes, undefined),
      isRevoked(ring, 'remote-team', 'release', 'remote-team', bytes, other),
      isRevoked(revoked, 'ops', 'release', 'remote-team', bytes, signature),
      isRevoked(revoked, 'remote-team', 'release', 'remote-team', other, signature),
    ]).toEqual([undefined, true, false, false, false, false])
  })

  it('are retired by a rotation: old signatures stay good, only the new key signs', async () => {
    const ring = await ensureKeys(await makeFreshFolder(), ['ops', 'remote-team'], now)
    const old = await signAs(ring, 'remote-team', 'release', 'remote-team', bytes)
    const rotated = await rotateKey(ring.folder, 'remote-team', now)
    expect(rotated.keys.map(({ role, state }) => [role, state])).toEqual([
      ['ops', 'active'],
      ['remote-team', 'retired'],
      ['remote-team', 'active'],
    ])
    expect(findDistrust(rotated, 'remote-team', 'release', 'remote-team', bytes, old)).toBeUndefined()
    const signature = await signAs(rotated, 'remote-team', 'release', 'remote-team', bytes)
    expect(readSigner(signature)).toBe(rotated.keys[2]?.id)
    expect((await readdir(ring.folder)).sort()).toEqual(['keys.json', 'ops.pem', 'remote-team.pem'])
    // A machine with the keys.json of before is refused before it signs anything.
    await expect(signAs(ring, 'remote-team', 'release', 'remote-team', bytes)).rejects.toThrow('is not the active one')
  })

  it('survive a rotation that ends after any of its steps', async () => {
    const { folder, keys: first } = await ensureKeys(await makeFreshFolder(), ['remote-team'], now)
    const read = (name: string) => readFile(join(folder, name))
    const [keysBefore, pemBefore] = [await read('keys.json'), await read('remote-team.pem')]
    const id = (await rotateKey(folder, 'remote-team', now)).keys[1]?.id ?? ''
    const [keysAfter, pemAfter] = [await read('keys.json'), await read('remote-team.pem')]
    const signer = async () => (await findPrivateKey(await readKeyRing(folder), 'remote-team'))?.id
    // The new private half is written, keys.json is not: the old key signs.
    await writeFile(join(folder, `${id}.pem`), pemAfter)
    await writeFile(join(folder, 'remote-team.pem'), pemBefore)
    await writeFile(join(folder, 'keys.json'), keysBefore)
    expect(await signer()).toBe(first[0]?.id)
    // keys.json is written, the new half does not have its last name yet: the new key signs.
    await writeFile(join(folder, 'keys.json'), keysAfter)
    expect(await signer()).toBe(id)
  })

  it('of another pair than keys.json names are refused by name, before anything is signed', async () => {
    const ring = await ensureKeys(await makeFreshFolder(), ['ops', 'remote-team'], now)
    await copyFile(join(ring.folder, 'ops.pem'), join(ring.folder, 'remote-team.pem'))
    const says = `remote-team.pem holds ${ring.keys[0]?.id}`
    await expect(signAs(ring, 'remote-team', 'release', 'remote-team', bytes)).rejects.toThrow(says)
    await expect(refuseWithoutKeys(ring, ['remote-team', 'remote-wallet'])).rejects.toMatchObject({
      refusals: [{ place: 'keys: remote-team' }, { place: 'keys: remote-wallet' }],
    })
    const other = await ensureKeys(await makeFreshFolder(), ['ops'], now)
    await copyFile(join(other.folder, 'ops.pem'), join(ring.folder, 'ops.pem'))
    await expect(refuseWithoutKeys(ring, ['ops'])).rejects.toThrow('a key that keys.json lacks')
  })

  it('of one role belong to persons: each machine signs with its own; a rotation leaves others', async () => {
    const { folder } = await ensureKeys(await makeFreshFolder(), ['ops'], now, { holder: 'ana' })
    const { keys } = await ensureKeys(folder, ['ops'], now, { holder: 'bruno' })
    expect(keys.map(({ holder }) => holder)).toEqual(['ana', 'bruno'])
    expect((await readdir(folder)).sort()).toEqual(['keys.json', 'ops.ana.pem', 'ops.bruno.pem'])
    expect((await ensureKeys(folder, ['ops'], now)).keys).toEqual(keys)
    await rm(join(folder, 'ops.bruno.pem'))
    const ofAna = await signAs(await readKeyRing(folder), 'ops', 'generation', '7', bytes)
    expect(readSigner(ofAna)).toBe(keys[0]?.id)
    const rotated = await rotateKey(folder, 'ops', now, { holder: 'ana' })
    expect(rotated.keys.map(({ holder, state }) => [holder, state])).toEqual([
      ['ana', 'retired'],
      ['bruno', 'active'],
      ['ana', 'active'],
    ])
    expect(findDistrust(rotated, 'ops', 'generation', '7', bytes, ofAna)).toBeUndefined()
  })

  it('expire: they sign nothing then; earlier signatures stay good, later ones are not trusted', async () => {
    const today = Date.now()
    const expires = new Date(today + 3600_000).toISOString()
    const ring = await ensureKeys(await makeFreshFolder(), ['ops'], now, { expires })
    const says = async (created: string) => {
      const file = Buffer.from(JSON.stringify({ created }))
      return findDistrust(ring, 'ops', 'generation', '7', file, await signAs(ring, 'ops', 'generation', '7', file))
    }
    expect(await says(new Date(today).toISOString())).toBeUndefined()
    expect(await says(expires)).toContain('had expired')
    await expect(findPrivateKey(ring, 'ops', new Date(expires))).rejects.toThrow(
      new RegExp(`expired on ${expires.slice(0, 10)}(?!T)`),
    )
    const next = await ensureKeys(ring.folder, ['ops'], new Date(expires))
    expect((await findPrivateKey(next, 'ops', new Date(expires)))?.id).toBe(next.keys[1]?.id)
  })

  it('that cannot be read are an error, not an absence', async () => {
    const ring = await ensureKeys(await makeFreshFolder(), ['ops'], now)
    await rm(join(ring.folder, 'ops.pem'))
    expect(await findPrivateKey(ring, 'ops')).toBeUndefined()
    for (const name of ['ops.pem', 'keys.json']) {
      await rm(join(ring.folder, name), { force: true })
      await mkdir(join(ring.folder, name))
    }
    await expect(findPrivateKey(ring, 'ops')).rejects.toThrow('EISDIR')
    await expect(readKeyRing(ring.folder)).rejects.toThrow('EISDIR')
  })

  it.each(['x remote-team.00000000', 'remote-team.00000000x', 'remote-team.0000000', 'Remote.00000000'])(
    'cannot have the id %j',
    async id => {
      const folder = await makeFreshFolder()
      const [key] = (await ensureKeys(folder, ['ops'], now)).keys
      await writeFile(join(folder, 'keys.json'), JSON.stringify({ schema: 1, keys: [{ ...key, id }] }))
      await expect(readKeyRing(folder)).rejects.toThrow('Invalid format')
    },
  )

  it('that this machine does not hold cannot sign', async () => {
    const ring = await ensureKeys(await makeFreshFolder(), ['ops'], now)
    await expect(signAs(ring, 'remote-team', 'release', 'remote-team', bytes)).rejects.toThrow('no active private key')
  })
})
