import type { TaskDetail } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { chooseTasks, findSharedLink } from './choose-task.ts'

const nothing = { title: null, text: null, url: null }

describe('the link in what another app shared', () => {
  it.each([
    [{ ...nothing, url: 'https://www.tiktok.com/@ana/video/1' }, 'https://www.tiktok.com/@ana/video/1'],
    [{ ...nothing, text: 'See this! https://youtu.be/abc. Bye' }, 'https://youtu.be/abc'],
    [{ ...nothing, text: '(http://www.instagram.com/reel/1/)' }, 'https://www.instagram.com/reel/1/'],
    [{ ...nothing, title: 'https://youtu.be/abc', text: 'no link' }, 'https://youtu.be/abc'],
    [{ ...nothing, text: 'https://nothing https://youtu.be/abc' }, 'https://youtu.be/abc'],
  ])('of %j is %s', (shared, link) => {
    expect(findSharedLink(shared)).toBe(link)
  })

  it.each([
    nothing,
    { ...nothing, text: 'tiktok.com/@ana' },
    { ...nothing, text: 'javascript:alert(1)' },
    { ...nothing, url: 'https://me@evil.example/' },
  ])('of %j is none', shared => {
    expect(findSharedLink(shared)).toBeUndefined()
  })
})

describe('the tasks for a shared link', () => {
  const platforms = [
    { code: 'tiktok', name: 'TikTok', hosts: ['tiktok.com'], example: 'https://www.tiktok.com/@you' },
    { code: 'youtube', name: 'YouTube', hosts: ['youtube.com', 'youtu.be'], example: 'https://www.youtube.com/@you' },
  ]
  const now = Date.parse('2026-03-01T12:00:00Z')
  const claimed = { exec_status: 0, review_status: 0, deadline_at: '2026-03-01T18:00:00Z', attempts_left: 3 }
  const createTask = (id: string, more: Partial<TaskDetail> = {}) =>
    ({ id, ...claimed, submit_fields: ['video_link'], example: null, ...more }) as TaskDetail
  const choose = (link: string, ...tasks: TaskDetail[]) => chooseTasks(tasks, link, platforms, now).map(({ id }) => id)

  it('are the claimed ones that wait for a link', () => {
    const tasks = [
      createTask('open'),
      createTask('picture', { submit_fields: ['files'] }),
      createTask('sent', { review_status: 1, exec_status: 1 }),
      createTask('refused', { review_status: 3, exec_status: 4, attempts_left: 1 }),
      createTask('lost', { review_status: 3, exec_status: 4, attempts_left: 0 }),
      createTask('late', { deadline_at: '2026-03-01T11:00:00Z' }),
      createTask('unclaimed', { review_status: null, exec_status: null }),
    ]
    expect(choose('https://youtu.be/abc', ...tasks)).toEqual(['open', 'refused'])
  })

  it('begin with those of the link’s platform, else keep their order', () => {
    const tiktok = createTask('tiktok', { example: 'https://www.tiktok.com/@you/video/1' })
    const youtube = createTask('youtube', { example: 'https://www.youtube.com/watch?v=1' })
    const any = createTask('any', { example: 'A screenshot of the post' })
    expect(choose('https://youtu.be/abc', tiktok, any, youtube)).toEqual(['youtube', 'tiktok', 'any'])
    expect(choose('https://vimeo.com/1', tiktok, any, youtube)).toEqual(['tiktok', 'any', 'youtube'])
  })
})
