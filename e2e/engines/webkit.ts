import type { WebSocket } from 'ws'
import type { Outcome, Report } from './page-agent.ts'
import { endWithRun, listenForPlaywright, replaceTyping } from './relay.ts'
import { startDisplay, startWebkitDriver, type WebkitDriver } from './webkit-driver.ts'
import {
  installAgentText,
  startWebkitProxy,
  toHeaders,
  type Decision,
  type Exchange,
  type Header,
  type Listener,
} from './webkit-proxy.ts'

/**
 * Answers Playwright's WebDriver BiDi by the classic WebDriver of WebKitGTK, whose own BiDi has a few commands yet. A
 * proxy before the browser adds what WebDriver lacks: requests, scripts before a document's own, and events.
 */

type Params = Record<string, unknown>
type Command = { readonly id: number; readonly method: string; readonly params: Params }
type Size = { readonly width: number; readonly height: number }
type Page = {
  /** The handle of its window. */
  readonly context: string
  readonly owner: Person
  /** The document in it, by its agent, and the realms of that document. */
  agent: string
  realm: string
  href: string
  /** How far the document's loading was reported. */
  reached: DocumentReadyState
  /** A navigation that was asked for and has no document yet. */
  navigation: string | undefined
  intercepts: boolean
  /** Ends the wait for a promise of the page. */
  wake: () => void
}
/** A user context of WebDriver BiDi: a browser of its own. */
type Person = {
  readonly id: string
  readonly driver: WebkitDriver
  readonly proxy: Awaited<ReturnType<typeof startWebkitProxy>>
  readonly pages: Map<string, Page>
  readonly scripts: Map<string, string>
  /** A window that is open and no page yet. */
  spare: string | undefined
  viewport: Size | undefined
  active: Page | undefined
  reports: Promise<void>
}

const people = new Map<string, Person>()
const blocked = new Map<string, (decision: Decision) => void>()
const bodies = new Map<string, Buffer>()
let count = 0
const createId = (kind: string) => `${kind}${(count += 1)}`
let client: WebSocket | undefined
const emit = (method: string, params: object) => client?.send(JSON.stringify({ type: 'event', method, params }))

const display = await startDisplay()
listenForPlaywright(connected => {
  client = connected
  connected.on('message', async data => {
    const { id, method, params } = JSON.parse(replaceTyping(String(data))) as Command
    try {
      const result = (await commands[method]?.(params)) ?? {}
      connected.send(JSON.stringify({ type: 'success', id, result }))
    } catch (error) {
      connected.send(JSON.stringify({ type: 'error', id, error: 'unknown error', message: String(error) }))
    }
  })
  connected.on('close', end)
})
const end = endWithRun(() => Promise.all([...people.values()].map(removePerson)))

/** What Playwright asks for; all others change nothing here and are answered so. */
const commands: Readonly<Record<string, (params: Params) => Promise<object | void>>> = {
  'session.new': async () => ({ sessionId: 'webkit', capabilities: { browserName: 'webkit', browserVersion: '2.50' } }),
  'network.addDataCollector': async () => ({ collector: 'all' }),
  'network.addIntercept': async ({ contexts }) => setIntercepts(contexts, true),
  'network.removeIntercept': async () => setIntercepts(undefined, false),
  'network.continueRequest': async ({ request, headers, body }) =>
    decideRequest(request, {
      ...(headers ? { headers: readHeaders(headers) } : {}),
      ...(body ? { body: readBytes(body) } : {}),
    }),
  'network.provideResponse': async ({ request, statusCode, headers, body }) =>
    decideRequest(request, { status: Number(statusCode), headers: readHeaders(headers ?? []), body: readBytes(body) }),
  'network.failRequest': async ({ request }) => decideRequest(request, null),
  'network.getData': async ({ request }) => ({
    bytes: { type: 'base64', value: (bodies.get(String(request)) ?? Buffer.of()).toString('base64') },
  }),
  'emulation.setNetworkConditions': async ({ userContexts, networkConditions }) => {
    for (const person of findPeople(userContexts)) await setOffline(person, networkConditions !== null)
  },
  'browser.createUserContext': async () => ({ userContext: (await createPerson()).id }),
  'browser.removeUserContext': async ({ userContext }) => {
    const person = people.get(String(userContext))
    if (!person) return
    for (const page of person.pages.values()) emit('browsingContext.contextDestroyed', { context: page.context })
    await removePerson(person)
  },
  'browser.close': async () => void setTimeout(end, 10),
  'browsingContext.setViewport': async ({ userContexts, context, viewport }) => {
    const pages = context ? [findPage(context)] : []
    for (const person of userContexts ? findPeople(userContexts) : []) {
      person.viewport = viewport as Size
      pages.push(...person.pages.values())
    }
    for (const page of pages) await setViewport(page, viewport as Size)
  },
  'browsingContext.create': async ({ userContext }) => ({ context: (await createPage(String(userContext))).context }),
  'browsingContext.close': async ({ context }) => closePage(findPage(context)),
  'browsingContext.navigate': async ({ context, url }) => {
    const page = findPage(context)
    page.owner.active = page
    const navigation = createId('navigation')
    page.navigation = navigation
    await page.owner.driver.send(page.context, 'POST', '/url', { url })
    return { navigation, url }
  },
  'browsingContext.reload': async ({ context }) => sendHistory(findPage(context), '/refresh'),
  'browsingContext.traverseHistory': async ({ context, delta }) =>
    sendHistory(findPage(context), Number(delta) < 0 ? '/back' : '/forward'),
  'browsingContext.captureScreenshot': async ({ context }) => ({
    data: await findPage(context).owner.driver.send(String(context), 'GET', '/screenshot'),
  }),
  'browsingContext.locateNodes': async () => ({ nodes: [] }),
  'script.addPreloadScript': async ({ functionDeclaration, userContexts, contexts }) => {
    const script = createId('script')
    const owners = contexts ? (contexts as string[]).map(each => findPage(each).owner) : findPeople(userContexts)
    for (const person of owners) person.scripts.set(script, `(${String(functionDeclaration)})();`)
    return { script }
  },
  'script.removePreloadScript': async ({ script }) => {
    for (const person of people.values()) person.scripts.delete(String(script))
  },
  'script.evaluate': async ({ expression, target, awaitPromise, resultOwnership }) =>
    runInPage(
      target,
      `() => (${String(expression).trim().replace(/;$/, '')})`,
      [],
      resultOwnership !== 'root',
      awaitPromise,
    ),
  'script.callFunction': async ({ functionDeclaration, target, arguments: given, awaitPromise, resultOwnership }) =>
    runInPage(target, String(functionDeclaration), given as object[], resultOwnership !== 'root', awaitPromise),
  'script.disown': async ({ target, handles }) => {
    const page = findPage((target as Params)['context'])
    await page.owner.driver.execute(page.context, 'window.adcoinAgent?.disown(arguments[0])', [handles])
  },
  'input.performActions': async ({ context, actions }) => {
    const page = findPage(context)
    page.owner.active = page
    await page.owner.driver.send(page.context, 'POST', '/actions', { actions: (actions as Params[]).map(roundMoves) })
  },
  'input.setFiles': async ({ context, element, files }) => {
    const { driver } = findPage(context).owner
    const handle = (element as { sharedId: string }).sharedId
    const found = (await driver.execute(String(context), 'return window.adcoinAgent.get(arguments[0])', [
      handle,
    ])) as object
    const text = (files as string[]).join('\n')
    await driver.send(String(context), 'POST', `/element/${Object.values(found)[0]}/value`, { text })
  },
}

async function createPerson(): Promise<Person> {
  const id = createId('person')
  const proxy = await startWebkitProxy(createListener(() => people.get(id)))
  const driver = await startWebkitDriver(display, proxy.address)
  const [spare] = await driver.listWindows()
  const person: Person = {
    ...{ id, driver, proxy, spare, viewport: undefined, active: undefined, reports: Promise.resolve() },
    ...{ pages: new Map(), scripts: new Map() },
  }
  people.set(id, person)
  return person
}

function findPerson(id: string): Person {
  const person = people.get(id)
  if (!person) throw new Error(`no such user context: ${id}`)
  return person
}

async function removePerson(person: Person): Promise<void> {
  people.delete(person.id)
  await person.driver.stop()
  person.proxy.stop()
}

async function createPage(id: string): Promise<Page> {
  const person = findPerson(id)
  const context = person.spare ?? (await person.driver.openWindow())
  person.spare = undefined
  const page: Page = {
    ...{ context, owner: person, agent: '', realm: createId('realm'), href: 'about:blank', reached: 'complete' },
    ...{ navigation: undefined, intercepts: false, wake: () => undefined },
  }
  person.pages.set(context, page)
  person.active = page
  if (person.viewport) await setViewport(page, person.viewport)
  const nothing = { parent: null, children: null, originalOpener: null }
  emit('browsingContext.contextCreated', { context, url: page.href, userContext: id, ...nothing })
  emit('script.realmCreated', { type: 'window', realm: page.realm, context, origin: 'null' })
  return page
}

/** WebDriver ends with its last window. */
async function closePage(page: Page): Promise<void> {
  const { owner, context } = page
  if (owner.pages.size === 1) owner.spare ??= await owner.driver.openWindow()
  owner.pages.delete(context)
  await owner.driver.closeWindow(context)
  owner.active = [...owner.pages.values()].at(-1)
  emit('browsingContext.contextDestroyed', { context, url: page.href, userContext: owner.id, parent: null })
}

/** The window is larger than the page by its toolbar. */
async function setViewport({ context, owner }: Page, { width, height }: Size): Promise<void> {
  const readSize = () => owner.driver.execute(context, 'return [innerWidth, innerHeight]') as Promise<[number, number]>
  let [ownWidth, ownHeight] = [width, height]
  for (let tries = 0; tries < 5; tries += 1) {
    await owner.driver.send(context, 'POST', '/window/rect', { x: 0, y: 0, width: ownWidth, height: ownHeight })
    await new Promise(done => setTimeout(done, 100))
    const [innerWidth, innerHeight] = await readSize()
    if (innerWidth === width && innerHeight === height) return
    ownWidth += width - innerWidth
    ownHeight += height - innerHeight
  }
}

async function sendHistory(page: Page, path: string): Promise<void> {
  page.owner.active = page
  await page.owner.driver.send(page.context, 'POST', path, {})
}

/** WebDriver takes whole pixels. */
function roundMoves(source: Params): Params {
  const actions = (source['actions'] as Params[]).map(action =>
    typeof action['x'] === 'number'
      ? { ...action, x: Math.round(action['x']), y: Math.round(Number(action['y'])), origin: 'viewport' }
      : action,
  )
  return { ...source, actions }
}

async function setOffline(person: Person, isOffline: boolean): Promise<void> {
  person.proxy.setOffline(isOffline)
  const script = `Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => ${!isOffline} })
    dispatchEvent(new Event('${isOffline ? 'offline' : 'online'}'))`
  for (const { context } of person.pages.values()) await person.driver.execute(context, script)
}

/** Runs a function of Playwright in the page, and waits for its promise. */
async function runInPage(target: unknown, work: string, given: readonly object[], isByValue: boolean, waits: unknown) {
  const { context, sandbox } = target as { context: string; sandbox?: string }
  const page = findPage(context)
  const realm = sandbox ? `${page.realm} ${sandbox}` : page.realm
  const script = `${installAgentText}
    ${listCode(given).map(defineCode).join('\n')}
    return { ...window.adcoinAgent.call(arguments[0], ${work}, ...arguments[1]), agent: window.adcoinAgent.id }`
  const sent = [createId('call'), [given, isByValue]]
  let outcome = (await page.owner.driver.execute(context, script, sent)) as Outcome & { agent: string }
  const { agent, pending } = outcome
  while (waits && pending !== undefined && outcome.result === undefined && outcome.exception === undefined) {
    await Promise.race([new Promise(done => setTimeout(done, 250)), new Promise<void>(done => (page.wake = done))])
    const take = 'return window.adcoinAgent?.id === arguments[0] ? (window.adcoinAgent.take(arguments[1]) ?? {}) : null'
    const taken = (await page.owner.driver.execute(context, take, [agent, pending])) as Outcome | null
    if (!taken) throw new Error('the document is gone')
    outcome = { ...taken, agent }
  }
  if (outcome.exception?.includes('no such handle')) throw new Error('no such handle')
  return outcome.exception === undefined
    ? { type: 'success', realm, result: outcome.result ?? { type: 'undefined' } }
    : { type: 'exception', realm, exceptionDetails: { text: outcome.exception } }
}

/**
 * The page's policy forbids `eval`, by which Playwright runs the code that it sends as text: that code becomes a part of
 * the script of WebDriver instead.
 */
function defineCode(text: string): string {
  const isModule = text.includes('module.exports')
  const code = isModule ? `(() => { const module = {}; ${text}\n return module.exports.default() })()` : text
  const known = isModule ? (text.split('\n').find(line => line.length > 20) ?? text) : text
  return `window.adcoinAgent.define(${JSON.stringify(known)}, () => (${code}))`
}

function listCode(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const { type, value: inner } = value as { type?: string; value?: unknown }
  if (type === 'string') return isCode(String(inner)) ? [String(inner)] : []
  return Object.values(value).flatMap(listCode)
}

function isCode(text: string): boolean {
  if (!/=>|function|module\.exports/.test(text)) return false
  try {
    // Only its grammar is asked for.
    // oxlint-disable-next-line no-new-func
    new Function(text.includes('module.exports') ? text : `(${text})`)
    return true
  } catch {
    return false
  }
}

/** @param findOwner  returns undefined once the context is closed; its last answers may still arrive */
function createListener(findOwner: () => Person | undefined): Listener {
  return {
    onReport(report) {
      const person = findOwner()
      if (!person) return
      person.reports = person.reports.then(() => readReport(person, report)).catch(() => undefined)
    },
    listScripts: () => [...(findOwner()?.scripts.values() ?? [])],
    async decide(exchange) {
      const page = findRequester(findOwner(), exchange)
      if (!page) return undefined
      if (isDocumentRequest(exchange)) page.navigation ??= createId('navigation')
      emit('network.beforeRequestSent', { ...describeRequest(page, exchange), initiator: { type: 'other' } })
      return page.intercepts ? new Promise(done => blocked.set(exchange.id, done)) : undefined
    },
    onAnswer(exchange, { status, headers }) {
      const page = findRequester(findOwner(), exchange)
      if (page)
        emit('network.responseStarted', { ...describeRequest(page, exchange), ...describeAnswer(status, headers) })
    },
    onEnd(exchange, body) {
      const person = findOwner()
      const page = findRequester(person, exchange)
      if (!page) return
      if (body) bodies.set(exchange.id, body)
      const about = describeRequest(page, exchange)
      if (body) emit('network.responseCompleted', { ...about, ...describeAnswer(200, []) })
      else emit('network.fetchError', { ...about, errorText: 'net::ERR_FAILED' })
      if (isDocumentRequest(exchange)) void findDocument(page)
    },
  }
}

const isDocumentRequest = ({ request }: Exchange) => request.headers['sec-fetch-dest'] === 'document'

/** The page of a request by its agent or its document's address; where several have that, the one that was used last. */
function findRequester(person: Person | undefined, exchange: Exchange): Page | undefined {
  if (!person) return undefined
  const pages = [...person.pages.values()].sort(
    (one, other) => Number(other === person.active) - Number(one === person.active),
  )
  const { referer } = exchange.request.headers
  const navigating = isDocumentRequest(exchange) ? pages.find(page => page.navigation) : undefined
  const known = pages.find(({ agent }) => agent === exchange.agent)
  return navigating ?? known ?? pages.find(({ href }) => href.split('#')[0] === referer) ?? person.active
}

function describeRequest(page: Page, exchange: Exchange) {
  const { id, request, body } = exchange
  const destination = String(request.headers['sec-fetch-dest'] ?? 'empty')
  return {
    ...{ context: page.context, redirectCount: 0, timestamp: Date.now() },
    navigation: isDocumentRequest(exchange) ? (page.navigation ?? null) : null,
    ...(page.intercepts ? { isBlocked: true, intercepts: ['all'] } : {}),
    request: {
      ...{
        request: id,
        url: request.url,
        method: request.method,
        headers: describeHeaders(toHeaders(request.headers)),
      },
      ...{ destination: destination === 'empty' ? '' : destination, initiatorType: 'fetch', bodySize: body.length },
      timings: { requestTime: Date.now(), responseEnd: Date.now() },
    },
  }
}

function describeAnswer(status: number, headers: readonly Header[]) {
  return {
    response: {
      status,
      statusText: '',
      headers: describeHeaders(headers),
      protocol: 'http/1.1',
      bodySize: 0,
      headersSize: 0,
    },
  }
}

const describeHeaders = (headers: readonly Header[]) =>
  headers.map(({ name, value }) => ({ name, value: { type: 'string', value } }))
const readHeaders = (headers: unknown): readonly Header[] =>
  (headers as { name: string; value: { value: string } }[]).map(({ name, value }) => ({ name, value: value.value }))
function readBytes(body: unknown): Buffer {
  const { type, value } = (body ?? { type: 'string', value: '' }) as { type: string; value: string }
  return Buffer.from(value, type === 'base64' ? 'base64' : 'utf8')
}

async function setIntercepts(contexts: unknown, value: boolean): Promise<object> {
  const pages = [...people.values()].flatMap(({ pages: own }) => [...own.values()])
  for (const page of pages)
    if (!value || (contexts as string[] | undefined)?.includes(page.context)) page.intercepts = value
  return { intercept: 'all' }
}

async function decideRequest(request: unknown, decision: Decision): Promise<void> {
  blocked.get(String(request))?.(decision)
  blocked.delete(String(request))
}

/** A document that is no page of ours, JSON or an error page, has no agent and reports nothing. */
async function findDocument(page: Page): Promise<void> {
  const { agent } = page
  for (let tries = 0; tries < 30 && page.agent === agent; tries += 1) {
    await new Promise(done => setTimeout(done, 100))
    const script = `${installAgentText}; return [window.adcoinAgent.id, location.href, document.readyState]`
    const found = await page.owner.driver.execute(page.context, script).catch(() => undefined)
    const [id, href, state] = (found ?? []) as [string?, string?, DocumentReadyState?]
    if (id === undefined || href === undefined || state === undefined || id === agent || page.agent !== agent) continue
    if (href !== 'about:blank') readDocument(page, { id, href, state })
  }
}

async function readReport(person: Person, report: Report): Promise<void> {
  const page = (await findReporter(person, report)) ?? undefined
  if (!page) return
  if (page.agent !== report.id || report.kind === 'start') readDocument(page, report)
  else readState(page, report)
  if (report.kind === 'settled') page.wake()
  const source = { realm: page.realm, context: page.context }
  const { text = '', method, kind } = report
  if (kind === 'error')
    emit('log.entryAdded', { type: 'javascript', level: 'error', text, source, timestamp: Date.now() })
  if (kind === 'console')
    emit('log.entryAdded', {
      ...{ type: 'console', level: 'info', method, text, source, timestamp: Date.now() },
      args: [{ type: 'string', value: text }],
    })
}

async function findReporter(person: Person, { id }: Report): Promise<Page | undefined> {
  const pages = [...person.pages.values()]
  const known = pages.find(({ agent }) => agent === id)
  if (known || pages.length === 1) return known ?? pages[0]
  for (const page of pages) {
    const found = await person.driver.execute(page.context, 'return window.adcoinAgent?.id').catch(() => undefined)
    if (found === id) return page
  }
  return undefined
}

function readDocument(page: Page, { id, href, state }: Pick<Report, 'id' | 'href' | 'state'>): void {
  const { context } = page
  if (page.agent === id && page.navigation === undefined && page.reached !== 'complete')
    return readState(page, { href, state })
  const navigation = page.navigation ?? createId('navigation')
  const about = { context, navigation, url: href, timestamp: Date.now() }
  emit('browsingContext.navigationStarted', about)
  emit('script.realmDestroyed', { realm: page.realm })
  emit('script.realmDestroyed', { realm: `${page.realm} __playwright_utility_world__` })
  emit('browsingContext.navigationCommitted', about)
  Object.assign(page, { agent: id, realm: createId('realm'), href, reached: 'loading', navigation: undefined })
  emit('script.realmCreated', { type: 'window', realm: page.realm, context, origin: new URL(href).origin })
  readState(page, { href, state })
}

function readState(page: Page, { href, state }: Pick<Report, 'href' | 'state'>): void {
  const about = { context: page.context, navigation: null, url: href, timestamp: Date.now() }
  if (href !== page.href) {
    page.href = href
    emit('browsingContext.historyUpdated', about)
  }
  if (state !== 'loading' && page.reached === 'loading') emit('browsingContext.domContentLoaded', about)
  if (state === 'complete' && page.reached !== 'complete') emit('browsingContext.load', about)
  if (state !== 'loading' && page.reached !== 'complete') page.reached = state
}

function findPage(context: unknown): Page {
  for (const { pages } of people.values()) {
    const page = pages.get(String(context))
    if (page) return page
  }
  throw new Error(`no such frame: ${String(context)}`)
}

function findPeople(ids: unknown): readonly Person[] {
  return ((ids ?? []) as string[]).flatMap(id => people.get(id) ?? [])
}
