import * as v from 'valibot'
import { ensureKeys, KeyRole, readKeyRing, revokeKey, rotateKey } from '../../signing/key-ring.ts'
import { Usage } from '../words.ts'
import type { Answer, CommandInput } from '../command.ts'

/** keys [--make ROLE] [--rotate ROLE] [--revoke ID]: lists the public keys; makes, replaces or disbelieves one. */
export async function run({ open, words }: CommandInput): Promise<Answer> {
  const site = await open()
  const { folder } = site.ring
  const [make, rotate, revoke] = [words.value('make'), words.value('rotate'), words.value('revoke')]
  if (words.flag('dry-run') && (make ?? rotate ?? revoke) !== undefined) throw new Usage('keys has no dry run')
  if (make !== undefined) await ensureKeys(folder, [roleOf(make)], site.now())
  if (rotate !== undefined) await rotateKey(folder, roleOf(rotate), site.now())
  if (revoke !== undefined) {
    if (!site.ring.find(revoke)) throw new Usage(`there is no key ${revoke}`)
    await revokeKey(folder, revoke)
  }
  const { keys } = await readKeyRing(folder)
  return {
    data: { folder, keys },
    lines: [
      `Keys in ${folder}:`,
      ...keys.map(
        ({ id, role, state, created }) =>
          `  ${role.padEnd(14)} ${id.padEnd(24)} ${state.padEnd(8)} since ${created.slice(0, 10)}`,
      ),
    ],
  }
}

function roleOf(word: string): KeyRole {
  const parsed = v.safeParse(KeyRole, word)
  if (!parsed.success) throw new Usage(`"${word}" is no role: ops, shell, remote-auth …`)
  return parsed.output
}
