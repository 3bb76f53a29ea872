/** A stored text; '' where it is missing or storage is blocked. */
export function saved(key: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage'): string {
  try {
    return window[storage].getItem(key) || ''
  } catch {
    return ''
  }
}

/** @returns whether the text is stored now; blocked or full storage keeps nothing */
export function save(key: string, value: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage'): boolean {
  try {
    if (value) window[storage].setItem(key, value)
    else window[storage].removeItem(key)
    return true
  } catch {
    return false
  }
}

/** The value of a JSON text, or an empty object. Every field of it may be of any type. */
export function parsed<T extends object>(text: string | null | undefined): Partial<T> {
  try {
    const value: unknown = JSON.parse(text || '')
    return typeof value === 'object' && value !== null ? (value as Partial<T>) : {}
  } catch {
    return {}
  }
}
