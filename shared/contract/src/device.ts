/** Browser and system of a user agent, as a person names them. Undefined parts are unknown. */
export function parseDevice(userAgent: string): { browser: string | undefined; system: string | undefined } {
  const findName = (table: readonly (readonly [RegExp, string])[]) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1]
  return { browser: findName(browsers), system: findName(systems) }
}

/** The first that fits: Edge and Opera also call themselves Chrome, Chrome also Safari. */
const browsers = [
  [/\bEdg(A|iOS)?\b/, 'Edge'],
  [/\bOPR\b|\bOpera\b/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac ?OS/, 'Mac'],
  [/Linux/, 'Linux'],
] as const
