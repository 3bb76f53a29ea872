import { spawnSync } from 'node:child_process'
import { NotMade } from './refused.ts'

/** Runs the npm that started this, so that its settings count; else the one of the machine. @throws NotMade */
export function npm(folder: string, ...words: readonly string[]): void {
  const script = process.env['npm_execpath']
  const byHand = `npm ${words[0] ?? ''}`
  if (script?.endsWith('npm-cli.js')) run(folder, process.execPath, [script, ...words], byHand)
  else run(folder, 'npm', words, byHand)
}

/** @throws NotMade with what to do by hand */
export function run(folder: string, command: string, words: readonly string[], byHand: string): void {
  const { status, stdout, stderr } = spawnSync(command, [...words], { cwd: folder, encoding: 'utf8' })
  if (status !== 0)
    throw new NotMade(
      `The files are there, but "${byHand}" did not end well; run it yourself.\n${`${stdout}${stderr}`.trim().slice(-1500)}`,
    )
}
