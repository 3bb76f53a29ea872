import { crashTab, goOffline } from '../injectors/browser.ts'
import type { FaultProxy } from '../injectors/proxy.ts'
import {
  rebuildUnchanged,
  stallAtEvaluation,
  throwAtEvaluation,
  throwInEffect,
  throwInRender,
} from '../injectors/releases.ts'
import { killService } from '../injectors/service.ts'
import {
  answerInstead,
  cutHalfWay,
  delayAnswer,
  requestTwice,
  flipLastByte,
  loseAnswer,
  resetConnection,
  stall,
  type WireFault,
} from '../injectors/wire-faults.ts'
import type { Edit, TestSite } from '../product/site.ts'
import type { ChaosPerson } from './person.ts'
import { variants, wireStrikes, type personStrikes, type ChaosStep } from './schedule.ts'

export type StrikeTargets = {
  readonly site: TestSite
  readonly proxy: FaultProxy
  /** The process of `npm start`. */
  readonly product: number
  /** Releases of ours that are live, by app. */
  readonly released: Map<string, string>
  /** The person who is active at this moment. */
  person(index: number): ChaosPerson | undefined
}

type WireStrike = { readonly where: RegExp; readonly fault: WireFault; readonly ms: number; readonly times?: number }

const files = /^\/releases\//
const calls = /^\/app\//
/** Requests that may be repeated: they carry a key, or a code that gives the same ticket again. */
const onceOnly = /^\/app\/(pay\/withdraw\/request|app\/task\/(receive|submitting)|user\/register_verify_code)/
const portal = '<!doctype html><title>Hotel Wi-Fi</title><p>Please accept our terms'

const onWire: Readonly<Record<(typeof wireStrikes)[number], WireStrike>> = {
  'files have a wrong byte': { where: files, fault: flipLastByte, ms: 4_000 },
  'files stall': { where: files, fault: stall, ms: 6_000 },
  'files break off': { where: files, fault: cutHalfWay, ms: 4_000, times: 3 },
  'files answer 503': { where: files, fault: answerInstead(503, { 'retry-after': '120' }), ms: 3_000 },
  'calls answer 500': { where: calls, fault: answerInstead(500), ms: 2_500 },
  'calls stall': { where: calls, fault: stall, ms: 4_000 },
  'calls break off': { where: calls, fault: resetConnection, ms: 3_000, times: 4 },
  'calls answer with a page': {
    where: calls,
    fault: answerInstead(200, { 'content-type': 'text/html' }, portal),
    ms: 2_000,
  },
  'an answer is lost': { where: onceOnly, fault: loseAnswer, ms: 10_000, times: 1 },
  'a call is doubled': { where: onceOnly, fault: requestTwice, ms: 10_000, times: 1 },
  'everything is slow': { where: /^\//, fault: delayAnswer(700), ms: 5_000 },
}

const releases: Readonly<Record<(typeof variants)[number], Edit>> = {
  'a good release': rebuildUnchanged,
  'a release that throws at evaluation': throwAtEvaluation,
  'a release that stalls at evaluation': stallAtEvaluation,
  'a release that throws in render': throwInRender,
  'a release that throws in an effect': throwInEffect,
}

/** Carries out one step of the schedule, and waits until it is over. @throws if the tool could not */
export async function strike(struck: StrikeTargets, step: ChaosStep): Promise<void> {
  const { site, proxy } = struck
  if ('person' in step) {
    const person = struck.person(step.person)
    // A person whose life ends meanwhile is skipped.
    return strikePerson(step.kind, person).catch((error: unknown) => {
      if (person && struck.person(step.person) === person) throw error
    })
  }
  if (isKindOf(wireStrikes, step.kind)) {
    const { where, fault, ms, times } = onWire[step.kind]
    const most = { timesEach: step.kind === 'files have a wrong byte' ? 1 : Infinity, times: times ?? Infinity }
    const takeAway = proxy.inject(where, fault, most)
    await wait(ms)
    return takeAway()
  }
  if ('app' in step) return strikeRelease(struck, step)
  if (step.kind === 'the service is killed') return killService(struck.product)
  if (step.kind === 'the gateway is killed') return site.restart('SIGKILL')
  return site.restart()
}

/** As an operator does; what could not be published is not undone either. */
async function strikeRelease(
  { site, released }: StrikeTargets,
  { kind, app }: Extract<ChaosStep, { app: string }>,
): Promise<void> {
  await waitUntilUp(site.url)
  if (isKindOf(variants, kind)) return void released.set(app, await site.publish(app, releases[kind]))
  const id = released.get(app)
  if (id === undefined) return
  released.delete(app)
  await site.release(...(kind === 'revoke' ? ['revoke', app, id] : ['rollback', app]), '--why', 'chaos')
}

async function waitUntilUp(url: string): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const answer = await fetch(`${url}/live.json`).catch(() => undefined)
    if (answer?.ok) return
    await wait(250)
  }
}

async function strikePerson(kind: (typeof personStrikes)[number], person: ChaosPerson | undefined): Promise<void> {
  if (!person) return
  switch (kind) {
    case 'offline':
      return goOffline(person.context, 4_000)
    case 'the tab crashes':
      return crashTab(person.page, next => (person.page = next))
    case 'a second tab': {
      const second = await person.context.newPage()
      await second.goto('/team').catch(() => undefined)
      await wait(3_000)
      return second.close()
    }
    case 'a reload':
      return void (await person.page.reload().catch(() => undefined))
  }
}

function isKindOf<Kind extends string>(kinds: readonly Kind[], kind: string): kind is Kind {
  return kinds.some(each => each === kind)
}

function wait(ms: number): Promise<void> {
  return new Promise(done => setTimeout(done, ms))
}
