import * as contract from '@adcoin/contract'
import { answer, type DefaultAnswer } from '../answer.ts'
import { coins, inMinutes } from '../people.ts'

/** The task that Ana works on, with what a test changes of it. */
export function createTaskDetail(more: Partial<contract.TaskDetail> = {}): contract.TaskDetail {
  return {
    id: 't_lamp',
    assignment_id: 'a_lamp',
    kind: 4,
    title: 'Your desk with the Lumo card',
    icon: 'image',
    ...reward(80.5),
    exec_status: 1,
    review_status: 0,
    deadline_at: inMinutes(300),
    ends_at: inMinutes(600),
    minutes: 10,
    lock: null,
    brief: 'Show your desk with the card in view.',
    steps: ['Copy the text', 'Post the photo', 'Send the link'],
    disclosure: { text: 'This is paid advertising. Put #ad at the start of the post.', hashtag: '#ad' },
    materials: [
      { key: 'caption', kind: 'copy', label: 'Caption', text: '#ad My desk, lit by Lumo', url: null, file_name: null },
      { key: 'card', kind: 'image', label: 'Card', text: null, url: '/files/m_card', file_name: 'lumo-card.png' },
    ],
    target_url: null,
    submit_fields: ['account_id', 'video_link', 'files'],
    example: 'https://www.tiktok.com/@you/video/1',
    example_picture: drawing('proof-4-example', 'The whole post, with the hashtag at its start.'),
    submission: null,
    fail_reason: null,
    attempts_left: 3,
    appeal: null,
    can_appeal: false,
    review_minutes: 30,
    deadline_hours: 24,
    history: [{ step: 'claimed', at: inMinutes(-30), reason: null }],
    ...more,
  }
}

/** An appeal that is open since half an hour, with what a test changes of it. */
export function createAppeal(more: Partial<contract.Appeal> = {}): contract.Appeal {
  return {
    state: 'open',
    text: 'The video is public since Monday.',
    at: inMinutes(-30),
    decide_by: inMinutes(48 * 60 - 30),
    decided_at: null,
    reason: null,
    ...more,
  }
}

const drawing = (name: string, alt: string): contract.Picture => ({
  avif: `/files/public/${name}.avif`,
  webp: `/files/public/${name}.webp`,
  width: 144,
  height: 144,
  alt,
})

const reward = (amount: number) => ({ reward: coins(amount), currency: 'ADC', scale: 2 })

/** A task without a claim, one that Ana works on, and one that is locked. */
function tasks(): contract.TaskItem[] {
  const base = {
    icon: 'video',
    quota_left: 12,
    ends_at: inMinutes(600),
    minutes: 10,
    exec_status: null,
    review_status: null,
    deadline_at: null,
    lock: null,
    assignment_id: null,
  }
  return [
    {
      ...base,
      id: 't_bottle',
      kind: 3,
      title: '30-second Trail bottle review',
      ...reward(120),
      picture: drawing('trail-video-card', 'A blue bottle'),
    },
    {
      ...base,
      id: 't_lamp',
      kind: 4,
      title: 'Your desk with the Lumo card',
      ...reward(80.5),
      icon: 'image',
      assignment_id: 'a_lamp',
      exec_status: 1,
      review_status: 0,
      deadline_at: inMinutes(300),
    },
    {
      ...base,
      id: 't_leafy',
      kind: 5,
      title: 'Leafy partner in your profile',
      ...reward(60),
      icon: 'edit',
      lock: 'need_bind',
    },
  ]
}

function records() {
  const base = {
    icon: 'video',
    deadline_at: null,
    received_at: inMinutes(-3000),
    submitted_at: inMinutes(-2000),
    fail_reason: null,
  }
  return {
    list: [
      {
        ...base,
        assignment_id: 'a_passed',
        task_id: 't_old',
        kind: 3,
        title: 'Make a review of the Trail cup',
        ...reward(100),
        exec_status: 3,
        review_status: 2,
      },
      {
        ...base,
        assignment_id: 'a_failed',
        task_id: 't_older',
        kind: 6,
        title: 'Put the Trail link in your profile',
        ...reward(50),
        exec_status: 4,
        review_status: 3,
        fail_reason: 'The link was not found in the profile.',
      },
    ],
    next_cursor: null,
    has_more: false,
  }
}

const account: contract.BoundAccount = {
  id: 'b_ana',
  platform: 'tiktok',
  username: 'ana.makes',
  nickname: 'Ana makes',
  description: 'Small things',
  link: 'https://www.tiktok.com/@ana.makes',
  avatar: null,
  background: null,
  fans: 1520,
  reg_days: 800,
  bind_status: 2,
  fail_reason: null,
  challenge: 'adcoin-4821',
  created_at: '2026-01-05T10:00:00.000Z',
}

/** Default answers of tasks and bound accounts. */
export function createTaskAnswers(): DefaultAnswer[] {
  return [
    answer(contract.taskList, ({ kind }) => ({
      list: tasks().filter(task => kind === undefined || task.kind === Number(kind)),
      next_cursor: null,
      has_more: false,
      today: {
        received: 1,
        limit: 5,
        submitted: 0,
        passed: 0,
        in_review: 0,
        review_minutes: 30,
        left_to_earn: coins(260.5),
        earned: coins(0),
      },
    })),
    answer(contract.receiveTask, () => ({ assignment_id: 'a_bottle', deadline_at: inMinutes(1440) })),
    answer(contract.taskDetail, query =>
      query.task_id === undefined && query.assignment_id === undefined
        ? { detail: null, record: records() }
        : { detail: createTaskDetail(findInList(query.task_id)), record: null },
    ),
    answer(contract.submitTask, () => ({ review_status: 1, exec_status: 1 })),
    answer(contract.appealTask, ({ text }) => ({
      appeal: createAppeal({ text, at: inMinutes(0), decide_by: inMinutes(48 * 60) }),
    })),
    answer(contract.boundAccounts, () => ({
      list: [account],
      rules: { min_fans: 100, min_reg_days: 30 },
      check_minutes: 1,
      platforms: [
        { code: 'tiktok', name: 'TikTok', hosts: ['tiktok.com'], example: 'https://www.tiktok.com/@you' },
        { code: 'instagram', name: 'Instagram', hosts: ['instagram.com'], example: 'https://www.instagram.com/you' },
      ],
    })),
    answer(contract.bindAccount, () => ({ id: 'b_new', bind_status: 1, challenge: 'adcoin-7310' })),
    answer(contract.unbindAccount, () => ({})),
  ]
}

/** The detail of a task agrees with the list. */
function findInList(taskId: string | undefined): Partial<contract.TaskDetail> {
  const item = tasks().find(task => task.id === taskId)
  if (!item) return {}
  const { quota_left: _, attempts_left, ...shared } = item
  return attempts_left === undefined ? shared : { ...shared, attempts_left }
}
