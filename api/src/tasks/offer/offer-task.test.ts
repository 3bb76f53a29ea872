import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { apiCodes, taskDetail, taskList, type ApiCode } from '@adcoin/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { film, picture } from '../../testing/file-samples.ts'
import { limits } from '../../files/limits.ts'
import { serveOperation } from '../../operator-commands/admin-listener.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
}, 60_000)
afterAll(async () => service.stop())

const inSix = (text: string) => Object.fromEntries(apiCodes.map(code => [code, `${text} ${code}`]))
const sound = {
  kind: 4,
  reward: '12.5',
  places: 9,
  minutes: 20,
  url: 'https://example.com/tea',
  title: inSix('Tea'),
  brief: { files: 'texts/brief' },
  steps: [inSix('Pour'), { all: 'Drink' }],
  picture: { file: 'media/tea.png', alt: inSix('A cup') },
  example: { file: 'media/proof.jpg', caption: inSix('The whole cup') },
  materials: [
    { kind: 'copy', label: inSix('Caption'), text: inSix('My tea') },
    { kind: 'copy', label: inSix('Line'), text: { all: 'Tea friend' }, tagged: false },
    { kind: 'image', label: inSix('Poster'), file: 'media/tea.png' },
    { kind: 'video', label: inSix('Clip'), file: 'media/clip.mp4' },
    { kind: 'link', label: inSix('Link'), url: 'https://example.com/tea' },
  ],
}

/** A folder as an operator makes it, with what is changed in it. */
async function folderOf(task: object, files: Readonly<Record<string, string | Buffer>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'task-'))
  const texts = Object.fromEntries(apiCodes.map(code => [`texts/brief.${code}.txt`, `Brew it ${code}\n`]))
  const media = {
    'media/tea.png': await picture('png', 900, 700),
    'media/proof.jpg': await picture('jpeg', 300, 600),
    'media/clip.mp4': film(),
  }
  for (const [name, bytes] of Object.entries({ 'task.json': JSON.stringify(task), ...texts, ...media, ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  return folder
}

const create = async (folder: string) =>
  serveOperation(service.services, ['task', 'create', folder], {}, 'test', { from: '/' })

describe('a task of a folder', () => {
  it('is offered with its words in the caller’s language, its pictures, and media to download', async () => {
    const answer = await create(await folderOf(sound))
    expect(answer).toMatchObject({ exit: 0, data: { reward: '1250', places: 9, materials: 5 } })
    const { task_id } = { task_id: (answer.data as { task: string }).task }
    const ana = await makePerson(service)
    const seen = async (lang: ApiCode) =>
      (await service.ask(taskDetail, { task_id }, { token: ana.token, lang })).data.detail
    const detail = await seen('hi_IN')
    expect(detail).toMatchObject({
      title: 'Tea hi_IN',
      brief: 'Brew it hi_IN',
      steps: ['Pour hi_IN', 'Drink'],
      target_url: 'https://example.com/tea',
      picture: { width: 720, height: 405, alt: 'A cup hi_IN' },
      example_picture: { width: 240, height: 480, alt: 'The whole cup hi_IN' },
    })
    expect(detail?.materials.map(({ text }) => text)).toEqual(['#विज्ञापन My tea hi_IN', 'Tea friend', null, null, null])
    expect(detail?.materials.map(({ file_name }) => file_name)).toEqual([null, null, 'tea.png', 'clip.mp4', null])
    const { list } = (await service.ask(taskList, { kind: '4' }, { token: ana.token })).data
    expect(list.map(task => task.id)[0]).toBe(task_id)
    const files = [
      list[0]?.picture?.avif,
      detail?.picture?.webp,
      ...(detail?.materials ?? []).slice(2, 4).map(one => one.url),
    ]
    const served = []
    for (const file of files) served.push((await service.app.inject(file ?? '')).headers['content-type'])
    expect(served).toEqual(['image/avif', 'image/webp', 'image/png', 'video/mp4'])
  })

  it('is refused with everything that is wrong beside its cause, and then nothing of it is kept', async () => {
    const before = await service.services.database.read.selectFrom('file').select('id').execute()
    const { hi_IN: _, ...five } = inSix('Tea')
    const folder = await folderOf({ ...sound, title: five, reward: '0', colour: 'green', steps: [], url: 'http://x' })
    const answer = await create(folder)
    expect(answer.exit).toBe(2)
    expect(answer.message?.split('\n').sort()).toEqual([
      '  task.json: colour is not known here',
      '  task.json: reward needs an amount above nothing, like "12.50"',
      '  task.json: steps needs a step',
      '  task.json: title.hi_IN is missing',
      '  task.json: url needs an https address',
      'The task was not created:',
    ])
    const after = await service.services.database.read.selectFrom('file').select('id').execute()
    expect(after).toHaveLength(before.length)
  })

  it('reports each file that is missing, too large, damaged, outside or of another kind', async () => {
    const folder = await folderOf(
      {
        ...sound,
        brief: { files: 'texts/letter' },
        example: { file: 'media/away.png', caption: { all: 'x' } },
        materials: [
          { kind: 'image', label: { all: 'a' }, file: 'media/clip.mp4' },
          { kind: 'image', label: { all: 'b' }, file: 'media/large.png' },
          { kind: 'image', label: { all: 'c' }, file: 'media/half.png' },
          { kind: 'video', label: { all: 'd' }, file: 'media/none.mp4' },
          { kind: 'video', label: { all: 'e' }, file: '../../etc/hosts' },
          { kind: 'image', label: { all: 'f' }, file: 'task.json' },
        ],
      },
      {
        'media/large.png': Buffer.alloc(limits.imageBytes + 1),
        'media/half.png': (await picture('png', 900, 700)).subarray(0, 300),
        ...Object.fromEntries(apiCodes.slice(1).map(code => [`texts/letter.${code}.txt`, 'Brew'])),
      },
    )
    await symlink('/etc/hostname', join(folder, 'media/away.png'))
    expect((await create(folder)).message?.split('\n').slice(1)).toEqual([
      '  texts/letter.en_US.txt does not exist',
      '  media/away.png is outside the folder',
      '  media/clip.mp4 is a film, not a picture',
      '  media/large.png has 10.0 MB; at most 10.0 MB are allowed',
      '  media/half.png is damaged',
      '  media/none.mp4 does not exist',
      expect.stringMatching(/etc\/hosts (does not exist|is outside the folder)$/),
      '  task.json is none of JPEG, PNG, WebP and MP4',
    ])
    expect((await create('/nowhere/at/all')).message).toMatch(/task\.json does not exist/)
    expect((await create(await folderOf({}, { 'task.json': '{ "kind": 3,' }))).message).toMatch(
      /task\.json is not JSON/,
    )
  })
})
